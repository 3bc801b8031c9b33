import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { sql } from "kysely";
import { expect, test, vi } from "vitest";

import { ordersLaw } from "#domain/retention.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { examplesOf, person, runPerson } from "#tests/person-command.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { tryCommand } from "#tests/run-command.ts";
import {
  addRecord as addExample,
  addUnreadable,
  contactMessageExample,
  type Example,
  examples,
  mailedReference,
  quoteRequestExample,
  recordBody,
} from "#tests/submission-examples.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

async function addRecord(app: TestApp, example: Example): Promise<string> {
  const reference = await mailedReference(app, example);
  const { table } = example.submission;
  expect((await app.store(table, recordBody(example, reference))).status).toBe(201);
  await app.app.services.mailStep.settled();
  return reference;
}

test("an export by address, in any case, has the records of every form and what waits, and nobody else's", async () => {
  const app = await buildTestApp();
  const references: string[] = [];
  for (const example of examplesOf("Moana.Tahi@Example.co.nz"))
    references.push(await addRecord(app, example));
  for (const example of examplesOf("somebody@example.co.nz")) await addRecord(app, example);
  const [quote] = examplesOf("moana.tahi@example.co.nz");
  const waiting = await mailedReference(app, { ...quote!, values: { ...quote!.values, make: "Polaris" } });
  const held = JSON.parse(await person(app, "export", "MOANA.TAHI@example.co.nz"));
  expect(held).toMatchObject({
    quote_requests: [
      { ref_number: references[0], make: "Honda", order_placed: false, notes: quoteExample.notes },
    ],
    contact_messages: [{ ref_number: references[1] }],
    vehicle_submissions: [{ ref_number: references[2], price_expectation: 750.5 }],
    not_yet_stored: [{ ref_number: waiting, table: "quote_requests", make: "Polaris" }],
    outbox: references.toSorted().map((reference) => ({ key: `receipt/${reference}`, state: "sent" })),
  });
});

test("an erasure removes everything of the address and its mails, orders only with --orders, and nothing of others", async () => {
  const app = await buildTestApp();
  const [first = ""] = await Promise.all(
    examplesOf("moana.tahi@example.co.nz").map((example) => addRecord(app, example)),
  );
  const others = await Promise.all(
    examplesOf("somebody@example.co.nz").map((example) => addRecord(app, example)),
  );
  const [quote] = examplesOf("moana.tahi@example.co.nz");
  await mailedReference(app, { ...quote!, values: { ...quote!.values, make: "Polaris" } });
  await app.app.services.mailStep.settled();
  const order = sql`update quote_requests set order_placed = ${true} where ref_number = ${first}`;
  await app.app.services.database.write((tx) => order.execute(tx));
  const report = await person(app, "erase", "Moana.Tahi@Example.co.nz");
  expect(report).toBe(
    "Erased: quote_requests 0, contact_messages 1, vehicle_submissions 1, not yet stored 1, mails 5\n" +
      `Kept, because an order was placed: 1. Tax law requires the orders themselves (${ordersLaw}). To erase what else we hold of them: --orders\n`,
  );
  expect(await person(app, "erase", "moana.tahi@example.co.nz", "--orders")).toContain("quote_requests 1");
  const search = promisify(execFile)("grep", ["-rlai", "moana.tahi", "."], { cwd: app.dataDir });
  await expect(search).rejects.toMatchObject({ code: 1, stdout: "" });
  const tables = await Promise.all(examples.map(({ submission }) => app.rows(submission.table)));
  expect(tables.flat().map((row) => row["ref_number"])).toEqual(expect.arrayContaining(others));
  expect(await readdir(join(app.dataDir, "mail"))).toHaveLength(6);
  expect(await app.rows("attempts")).toHaveLength(3);
  const mails = (await app.rows("outbox")).map((row) => row["ref_number"]);
  expect(mails.toSorted()).toEqual(others.toSorted());
});

test("erasing the address that staff mails go to leaves visitors' mails alone", async () => {
  const app = await buildTestApp();
  await addRecord(app, examples[0]!);
  expect(await person(app, "erase", app.app.services.mail.to)).toContain("mails 0");
});

test("a submission that cannot be opened blocks no export or erasure, and is named", async () => {
  const app = await buildTestApp();
  await addRecord(app, examplesOf("moana.tahi@example.co.nz")[1]!);
  const unreadable = await addUnreadable(app);
  const exported = await runPerson(app, "export", "moana.tahi@example.co.nz");
  expect(JSON.parse(exported.stdout)).toMatchObject({ contact_messages: [{}], not_yet_stored: [] });
  const erased = await runPerson(app, "erase", "moana.tahi@example.co.nz");
  expect(erased.stdout).toContain("contact_messages 1");
  for (const { stderr } of [exported, erased]) {
    expect(stderr).toMatch(/^Not searched, .* \(1\): /);
    expect(stderr).toContain(unreadable);
  }
  expect(await app.rows("attempts")).toMatchObject([{ ref_number: unreadable }]);
});

test("an erasure whose mails cannot be removed is reported and listed, and says what to repeat", async () => {
  const app = await buildTestApp();
  await addRecord(app, examplesOf("moana.tahi@example.co.nz")[1]!);
  const list = join(app.dataDir, "erasures.jsonl");
  await person(app, "erase", "somebody@example.co.nz");
  // A file is where the folder should be.
  const environment = { ...app.environment, MAIL_URL: `file:${list}` };
  const words = ["erase", "moana.tahi@example.co.nz"];
  const { code, stdout, stderr } = await tryCommand("person", words, environment);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^Erased: .*contact_messages 1/)]);
  expect(stderr).toMatch(/^The mails could not be removed: .*\n.*Repeat this/);
  expect((await readFile(list, "utf8")).trim().split("\n")).toHaveLength(2);
  expect(await app.rows("contact_messages")).toEqual([]);
});

test("an erasure waits for another writer", async () => {
  const app = await buildTestApp();
  await addRecord(app, examplesOf("moana.tahi@example.co.nz")[1]!);
  const writing = app.app.services.database.write(async (tx) => {
    await sql`update contact_messages set subject = 'busy'`.execute(tx);
    await delay(4000);
  });
  expect(await person(app, "erase", "moana.tahi@example.co.nz")).toContain("contact_messages 1");
  await writing;
});

test("if the audit list cannot take the entry, nothing is erased", async () => {
  const app = await buildTestApp();
  await addRecord(app, examplesOf("moana.tahi@example.co.nz")[1]!);
  const rename = (from: string, to: string) =>
    app.app.services.database.write((tx) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx),
    );
  await rename("audit_entries", "elsewhere");
  await expect(person(app, "erase", "moana.tahi@example.co.nz")).rejects.toMatchObject({ code: 1 });
  expect(await app.rows("contact_messages")).toHaveLength(1);
  await rename("elsewhere", "audit_entries");
  await person(app, "erase", "moana.tahi@example.co.nz");
  expect(await app.rows("contact_messages")).toEqual([]);
  expect((await app.rows("audit_entries")).at(-1)).toMatchObject({ event: "person-erased" });
});

function withPhone(email: string, phone: string): readonly Example[] {
  return examplesOf(email).map((example) => ({ ...example, values: { ...example.values, phone } }));
}

test("a phone number in any spelling finds records of every form, what waits, mails and history", async () => {
  const app = await buildTestApp();
  const spellings = ["021 555 0142 after 5 pm", "0064 21-555-0142 or 09 430 1234", "+64 (0)21 555 0142"];
  const references: string[] = [];
  for (const [index, phone] of spellings.entries()) {
    references.push(await addRecord(app, withPhone("moana.tahi@example.co.nz", phone)[index]!));
  }
  const [quote] = withPhone("Moana.Tahi@example.co.nz", "0064215550142");
  const waiting = await mailedReference(app, { ...quote!, values: { ...quote!.values, make: "Polaris" } });
  for (const example of examplesOf("somebody@example.co.nz")) await addRecord(app, example);
  await app.app.services.mailStep.settled();
  const headers = { cookie: await app.signIn() };
  const note = { text: "Prefers to be rung after milking.", key: randomUUID() };
  await app.postJson(`/functions/v1/desk-note?reference=${references[0]}`, note, headers);
  const held = JSON.parse(await person(app, "export", "021 555 0142"));
  expect(held).toMatchObject({
    phone: "0215550142",
    quote_requests: [
      {
        ref_number: references[0],
        history: [{ type: "mailed" }, { type: "created" }, { type: "note", note: note.text }],
      },
    ],
    contact_messages: [{ ref_number: references[1] }],
    vehicle_submissions: [{ ref_number: references[2] }],
    not_yet_stored: [{ ref_number: waiting }],
  });
  // An address gets three receipts a day.
  expect(held.mails).toHaveLength(7);
  expect(await person(app, "erase", "+64 21", "5550142")).toContain(
    "Erased: quote_requests 1, contact_messages 1, vehicle_submissions 1, not yet stored 1, mails 7\n",
  );
  const search = promisify(execFile)("grep", ["-rlai", "moana.tahi", "."], { cwd: app.dataDir });
  await expect(search).rejects.toMatchObject({ code: 1, stdout: "" });
  expect(await app.rows("quote_requests")).toHaveLength(1);
});

test("a phone number that several people share exports and erases nothing without --everyone", async () => {
  const app = await buildTestApp();
  await addRecord(app, withPhone("moana.tahi@example.co.nz", "021 555 0142")[0]!);
  await addRecord(app, withPhone("hemi@example.co.nz", "+64215550142")[1]!);
  for (const action of ["export", "erase"]) {
    const refused = person(app, action, "021 555 0142");
    await expect(refused).rejects.toMatchObject({ code: 1, stdout: "" });
    await expect(refused).rejects.toThrow(/moana\.tahi@example\.co\.nz.*1 record[^]*hemi@example\.co\.nz/);
  }
  expect(await app.rows("contact_messages")).toHaveLength(1);
  expect(await person(app, "erase", "021 555 0142", "--everyone")).toContain("contact_messages 1");
  expect(await app.rows("quote_requests")).toEqual([]);
});

test("an order left of somebody else with the same number makes the number a shared one", async () => {
  const app = await buildTestApp();
  const { ref_number: reference } = await addOrder(app);
  await person(app, "erase", "aroha@example.co.nz", "--orders");
  await addExample(app, contactMessageExample, { phone: String(quoteRequestExample.values["phone"]) });
  const number = String(quoteRequestExample.values["phone"]);
  const refused = person(app, "export", number);
  await expect(refused).rejects.toMatchObject({ code: 1, stdout: "" });
  await expect(refused).rejects.toThrow(/hemi@example\.co\.nz[^]*aroha@example\.co\.nz/);
  const everyone = JSON.parse(await person(app, "export", number, "--everyone"));
  expect(everyone).toMatchObject({ contact_messages: [{}], orders: [{ ref_number: reference }] });
});

test("a record is found by the address or number it had before a correction, and is included with --everyone", async () => {
  const app = await buildTestApp();
  const reference = await addExample(app, contactMessageExample, {
    email: "old@example.co.nz",
    phone: "021 555 0142",
  });
  await addExample(app, contactMessageExample, { email: "somebody@example.co.nz", phone: "027 555 0199" });
  const desk = await deskOf(app);
  await desk.correct(reference, { email: "new@example.co.nz", phone: "027 555 0111" });
  for (const former of ["Old@example.co.nz", "+64 21 555 0142"]) {
    const { stdout, stderr } = await runPerson(app, "export", former);
    expect(JSON.parse(stdout).contact_messages).toEqual([]);
    expect(stderr).toContain("Not included");
    expect(stderr).toContain("  new@example.co.nz  (Hēmi Walker): 1 record\n");
    const all = await runPerson(app, "export", former, "--everyone");
    expect(JSON.parse(all.stdout).contact_messages).toMatchObject([{ ref_number: reference }]);
    expect(all.stderr).not.toContain("Not included");
  }
  const { stdout, stderr } = await runPerson(app, "erase", "old@example.co.nz");
  expect(stdout).toContain("contact_messages 0");
  expect(stderr).toContain("  new@example.co.nz  (Hēmi Walker): 1 record\n");
  expect(await person(app, "erase", "old@example.co.nz", "--everyone")).toContain("contact_messages 1");
  expect(await app.rows("contact_messages")).toMatchObject([{ email: "somebody@example.co.nz" }]);
});
