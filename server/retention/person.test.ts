import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { type Example, examples, mailedReference, recordBody } from "#tests/submission-examples.ts";

const commandFile = resolve(import.meta.dirname, "../person-command.ts");

/** The owner's command, in a process of its own beside the running server. */
async function person(app: TestApp, ...args: string[]): Promise<string> {
  const command = [commandFile, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: app.environment });
  return stdout;
}

function of(email: string): readonly Example[] {
  return examples.map((example) => ({ ...example, values: { ...example.values, email } }));
}

async function addRecord(app: TestApp, example: Example): Promise<string> {
  const reference = await mailedReference(app, example);
  const { table } = example.submission;
  expect((await app.store(table, recordBody(example, reference))).status).toBe(201);
  await app.app.services.mailStep.settled();
  return reference;
}

test("what is held of one address: records of every kind and what waits, in any case, and nobody else's", async () => {
  const app = await buildTestApp();
  const references: string[] = [];
  for (const example of of("Moana.Tahi@Example.co.nz")) references.push(await addRecord(app, example));
  for (const example of of("somebody@example.co.nz")) await addRecord(app, example);
  const [quote] = of("moana.tahi@example.co.nz");
  const waiting = await mailedReference(app, { ...quote!, values: { ...quote!.values, make: "Polaris" } });
  const held = JSON.parse(await person(app, "export", "MOANA.TAHI@example.co.nz"));
  expect(held).toMatchObject({
    quote_requests: [
      { ref_number: references[0], make: "Honda", order_placed: false, notes: quoteExample.notes },
    ],
    contact_messages: [{ ref_number: references[1] }],
    vehicle_submissions: [{ ref_number: references[2], price_expectation: 750.5 }],
    not_yet_stored: [{ ref_number: waiting, table: "quote_requests", make: "Polaris" }],
  });
});

test("erased is all of that address, its mails too; orders stay until they are named; others' stays", async () => {
  const app = await buildTestApp();
  const [first = ""] = await Promise.all(
    of("moana.tahi@example.co.nz").map((example) => addRecord(app, example)),
  );
  const others = await Promise.all(of("somebody@example.co.nz").map((example) => addRecord(app, example)));
  const [quote] = of("moana.tahi@example.co.nz");
  await mailedReference(app, { ...quote!, values: { ...quote!.values, make: "Polaris" } });
  await app.app.services.mailStep.settled();
  const order = sql`update quote_requests set order_placed = ${true} where ref_number = ${first}`;
  await app.app.services.database.write((tx) => order.execute(tx));
  const report = await person(app, "erase", "Moana.Tahi@Example.co.nz");
  expect(report).toBe(
    "Erased: quote_requests 0, contact_messages 1, vehicle_submissions 1, not yet stored 1, mails 5\n" +
      "Kept, because an order was placed: 1. To erase them too: --orders\n",
  );
  expect(await person(app, "erase", "moana.tahi@example.co.nz", "--orders")).toContain("quote_requests 1");
  const search = promisify(execFile)("grep", ["-rlai", "moana.tahi", "."], { cwd: app.dataDir });
  await expect(search).rejects.toMatchObject({ code: 1, stdout: "" });
  const tables = await Promise.all(examples.map(({ submission }) => app.rows(submission.table)));
  expect(tables.flat().map((row) => row["ref_number"])).toEqual(expect.arrayContaining(others));
  expect(await readdir(join(app.dataDir, "mail"))).toHaveLength(6);
  expect(await app.rows("attempts")).toHaveLength(3);
});

test("erasing the address that staff mails go to leaves visitors' mails alone", async () => {
  const app = await buildTestApp();
  await addRecord(app, examples[0]!);
  expect(await person(app, "erase", app.config.mailTo)).toContain("mails 0");
});
