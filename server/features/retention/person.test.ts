import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";

import { insertRecord } from "#server/features/records/record-table.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { type Example, examples, mailedReference, recordBody } from "#tests/submission-examples.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const commandFile = resolve(import.meta.dirname, "../../commands/person.ts");

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
}

/** The owner's command, in a process of its own beside the running server. Rejects if it fails. */
function run(app: TestApp, ...args: string[]): Promise<Ended> {
  const env = { NODE_COMPILE_CACHE: join(tmpdir(), "quadkea-compile-cache"), ...app.environment };
  return promisify(execFile)(process.execPath, [commandFile, ...args], { env });
}

async function person(app: TestApp, ...args: string[]): Promise<string> {
  return (await run(app, ...args)).stdout;
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

/** Waits to be stored, and was sealed with a SESSION_SECRET that nobody has any more. */
async function addUnreadable(app: TestApp): Promise<string> {
  const [quote] = of("somebody@example.co.nz");
  const reference = await mailedReference(app, quote!);
  const { database } = app.app.services;
  const sealed = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  await database.write((tx) =>
    tx.updateTable("attempts").set({ sealed }).where("ref_number", "=", reference).execute(),
  );
  return reference;
}

test("one submission that cannot be opened blocks neither export nor erasure of anybody, and is named", async () => {
  const app = await buildTestApp();
  await addRecord(app, of("moana.tahi@example.co.nz")[1]!);
  const unreadable = await addUnreadable(app);
  const exported = await run(app, "export", "moana.tahi@example.co.nz");
  expect(JSON.parse(exported.stdout)).toMatchObject({ contact_messages: [{}], not_yet_stored: [] });
  const erased = await run(app, "erase", "moana.tahi@example.co.nz");
  expect(erased.stdout).toContain("contact_messages 1");
  for (const { stderr } of [exported, erased]) {
    expect(stderr).toMatch(/1 submissions .* cannot be opened/);
    expect(stderr).toContain(unreadable);
  }
  expect(await app.rows("attempts")).toMatchObject([{ ref_number: unreadable }]);
});

test("a submission that cannot be opened is logged once, shown to staff, and removed after 30 days, not before", async () => {
  const expectedWarnings = [
    "mailed submission cannot be stored",
    "submissions removed that could not be opened",
  ];
  const environment = { ADOPT_AFTER_MINUTES: "0" };
  const app = await buildTestApp({ expectedWarnings, environment });
  await app.app.removeExpired();
  await addUnreadable(app);
  for (let minute = 0; minute < 3; minute += 1) {
    await app.app.runHousekeeping();
    app.advance(60_000);
  }
  const logged = () => app.logLines.filter(({ level }) => level >= 40).map(({ msg }) => msg);
  expect(logged()).toEqual(expectedWarnings.slice(0, 1));
  const headers = { cookie: await app.signIn() };
  const { notices } = await (await app.fetch("/functions/v1/notices", { headers })).json();
  expect(notices).toMatchObject([{ id: "unreadable", words: expect.stringContaining("in the mailbox") }]);
  const days = async (count: number) => {
    app.advance(count * 24 * 60 * 60_000);
    await app.app.removeExpired();
    return (await app.rows("attempts")).length;
  };
  expect([await days(29), await days(2)]).toEqual([1, 0]);
  expect(logged()).toEqual(expectedWarnings);
});

test("an erasure waits for somebody else who is writing", async () => {
  const app = await buildTestApp();
  await addRecord(app, of("moana.tahi@example.co.nz")[1]!);
  const writing = app.app.services.database.write(async (tx) => {
    await sql`update contact_messages set subject = 'busy'`.execute(tx);
    await delay(4000);
  });
  expect(await person(app, "erase", "moana.tahi@example.co.nz")).toContain("contact_messages 1");
  await writing;
});

test("if the audit list cannot take the entry, nothing is erased", async () => {
  const app = await buildTestApp();
  await addRecord(app, of("moana.tahi@example.co.nz")[1]!);
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
  return of(email).map((example) => ({ ...example, values: { ...example.values, phone } }));
}

test("a phone number in any spelling finds records of every kind, what waits, their mails and their history", async () => {
  const app = await buildTestApp();
  const spellings = ["+64 21 555 0142", "021-555-0142", "+64 (0)21 555 0142"];
  const references: string[] = [];
  for (const [index, phone] of spellings.entries()) {
    references.push(await addRecord(app, withPhone("moana.tahi@example.co.nz", phone)[index]!));
  }
  const [quote] = withPhone("Moana.Tahi@example.co.nz", "0064215550142");
  const waiting = await mailedReference(app, { ...quote!, values: { ...quote!.values, make: "Polaris" } });
  for (const example of of("somebody@example.co.nz")) await addRecord(app, example);
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
  // Of the receipts, an address gets three a day.
  expect(held.mails).toHaveLength(7);
  expect(await person(app, "erase", "+64 21", "5550142")).toContain(
    "Erased: quote_requests 1, contact_messages 1, vehicle_submissions 1, not yet stored 1, mails 7\n",
  );
  const search = promisify(execFile)("grep", ["-rlai", "moana.tahi", "."], { cwd: app.dataDir });
  await expect(search).rejects.toMatchObject({ code: 1, stdout: "" });
  expect(await app.rows("quote_requests")).toHaveLength(1);
});

test("a phone that several people share neither shows nor erases one of them at another's request", async () => {
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

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-erasures-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** As if a dump from before the erasures had been loaded: they are not noted, and these records are back. */
async function goBack(
  app: TestApp,
  brought: readonly { example: Example; createdAt: Date }[],
): Promise<void> {
  await app.app.services.database.write(async (tx) => {
    await tx.deleteFrom("erasures").execute();
    for (const [index, { example, createdAt }] of brought.entries()) {
      const refNumber = `QK-22222${index + 2}-2222`;
      const moments = { createdAt, storedAt: createdAt, dueAt: createdAt };
      const record = { refNumber, ...moments, consent: true, adopted: false };
      await insertRecord(tx, example.submission, example.values, record);
    }
  });
}

test("a database older than an erasure repeats it at the next start, for that person and that time only", async () => {
  const app = await buildTestApp({
    environment: { BACKUP_DIR: await temporaryFolder(), DRILL_DATABASE_URL: "x" },
  });
  await person(app, "erase", "moana.tahi@example.co.nz");
  await person(app, "erase", "027 555 0199");
  const [before, after] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  const theirs = of("Moana.Tahi@example.co.nz")[1]!;
  const others = of("somebody@example.co.nz")[1]!;
  await goBack(app, [
    { example: theirs, createdAt: before },
    { example: theirs, createdAt: after },
    { example: others, createdAt: before },
  ]);
  const restarted = await app.restart();
  const left = (await restarted.rows("contact_messages")).map((row) => row["ref_number"]);
  expect(left).toEqual(["QK-222223-2222", "QK-222224-2222"]);
  expect(await restarted.rows("erasures")).toHaveLength(2);
  expect(JSON.stringify(restarted.logLines)).toContain("QK-222222-2222");
  await restarted.restart();
});

test("a list of erasures that no key of ours has sealed removes nothing, and is reported", async () => {
  const expectedWarnings = ["erasures are listed that cannot be checked: repeat them by hand"];
  const app = await buildTestApp({ expectedWarnings });
  const reference = await addRecord(app, of("somebody@example.co.nz")[1]!);
  const proofs = [{ key: "AAAAAAAAAAAA", people: [], seal: "forged" }];
  const forged = { id: randomUUID(), at: new Date().toISOString(), orders: true, proofs };
  const line = JSON.stringify({ ...forged, references: [reference] });
  await writeFile(join(app.dataDir, "erasures.jsonl"), `${line}\nno entry at all\n`);
  const restarted = await app.restart();
  expect(await restarted.rows("contact_messages")).toHaveLength(1);
  expect(restarted.logLines.some(({ msg }) => msg === expectedWarnings[0])).toBe(true);
});

test("an erasure is remembered as long as a backup may be older than it", async () => {
  const app = await buildTestApp();
  await app.app.removeExpired();
  await person(app, "erase", "moana.tahi@example.co.nz");
  const listed = async () =>
    (await readFile(join(app.dataDir, "erasures.jsonl"), "utf8")).split("\n").length - 1;
  const days = async (count: number) => {
    app.advance(count * 24 * 60 * 60_000);
    await app.app.removeExpired();
    return [(await app.rows("erasures")).length, await listed()];
  };
  expect([await days(44), await days(2)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});
