import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { nightlyShare } from "#domain/retention.ts";
import { insertRecord } from "#server/features/records/insert-records.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { deskCall } from "#tests/staff.ts";
import { type Example, examples, mailedReference, recordBody } from "#tests/submission-examples.ts";

const canary = "canary";

/** Each kind, recognisable in every field that can hold it. */
const canaries: readonly Example[] = examples.map(({ submission, values, optional }) => {
  const marked = Object.entries(values).map(([name, value]) => {
    const { kind } = submission.fields[name] ?? {};
    if (kind === "email") return [name, `${canary}@example.co.nz`];
    return [name, kind === "text" || kind === "long-text" ? `${canary} ${name} ${value}` : value];
  });
  return { submission, optional, values: Object.fromEntries(marked) };
});

async function addRecord(app: TestApp, example: Example): Promise<string> {
  const reference = await mailedReference(app, example);
  const { table } = example.submission;
  expect((await app.store(table, recordBody(example, reference))).status).toBe(201);
  await app.app.services.mailStep.settled();
  return reference;
}

/**
 * Files of DATA_DIR in whose bytes the text stands, in any case. Another process looks: closing a
 * database's file would take SQLite's locks away from this one.
 */
async function filesWith(app: TestApp, text: string): Promise<string[]> {
  const search = promisify(execFile)("grep", ["-rlai", text, "."], { cwd: app.dataDir });
  const { stdout } = await search.catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).toSorted();
}

function setClock(app: TestApp, date: string, time: string): void {
  app.advance(nzInstant(date, time).getTime() - app.app.services.now().getTime());
}

async function countRecords(app: TestApp): Promise<number> {
  const lists = await Promise.all(submissions.map(({ table }) => app.rows(table)));
  return lists.flat().length;
}

const startAt = nzInstant("2024-11-21", "14:00");

test("on the night that records turn 24 months old they go, of every kind, and nothing is left in any file", async () => {
  const app = await buildTestApp({ startAt });
  for (const example of canaries) await addRecord(app, example);
  await app.app.run("retention");
  const places = await filesWith(app, canary);
  expect(places.some((place) => place.startsWith("./quadkea.db"))).toBe(
    process.env["TEST_ENGINE"] !== "postgres",
  );
  expect(places.filter((place) => place.startsWith("./mail/"))).toHaveLength(6);
  setClock(app, "2026-11-20", "23:59");
  await app.app.run("retention");
  expect(await countRecords(app)).toBe(3);
  setClock(app, "2026-11-21", "02:59");
  await app.app.run("retention");
  expect(await countRecords(app)).toBe(3);
  setClock(app, "2026-11-21", "03:00");
  await app.app.run("retention");
  expect(await countRecords(app)).toBe(0);
  expect(await filesWith(app, canary)).toEqual([]);
  expect(app.logLines.filter((line) => line.msg === "records removed that were due").at(-1)).toMatchObject({
    records: 3,
    mails: 6,
  });
  expect(JSON.stringify(app.logLines)).not.toContain(canary);
});

async function createdAt(app: TestApp, reference: string, instant: Date): Promise<void> {
  const change = sql`update quote_requests set created_at = ${instant.toISOString()} where ref_number = ${reference}`;
  await app.app.services.database.write((tx) => change.execute(tx));
}

test.for([
  ["2026-11-21", { "2024-11-22 00:00": true, "2024-11-21 23:59": false, "2024-11-20 12:00": false }],
  ["2030-02-28", { "2028-03-01 00:00": true, "2028-02-29 23:59": false, "2028-02-28 12:00": false }],
  ["2030-02-27", { "2028-02-29 00:00": true, "2028-02-28 00:00": true, "2028-02-27 23:59": false }],
  ["2028-02-28", { "2026-03-01 00:00": true, "2026-02-28 23:59": false, "2026-02-27 12:00": false }],
] as const)("the night of %s removes exactly what is due", async ([night, kept]) => {
  const app = await buildTestApp({ startAt: nzInstant(night, "02:00") });
  await app.app.run("retention");
  const expected: string[] = [];
  for (const [made, stays] of Object.entries(kept)) {
    const example = { ...examples[0]!, values: { ...examples[0]!.values, make: made } };
    const reference = await addRecord(app, example);
    const [date = "", time = ""] = made.split(" ");
    await createdAt(app, reference, nzInstant(date, time));
    if (stays) expected.push(made);
  }
  setClock(app, night, "03:00");
  await app.app.run("retention");
  expect((await app.rows("quote_requests")).map((row) => row["make"])).toEqual(expected);
});

test("a record that led to an order stays; only staff can say so", async () => {
  const app = await buildTestApp({ startAt });
  const [ordered, other] = [await addRecord(app, examples[0]!), await addRecord(app, examples[2]!)];
  await app.app.run("retention");
  const order = { changes: [{ reference: ordered, version: 0, order_placed: true }] };
  const path = "/functions/v1/desk-record";
  const headers = { "content-type": "application/json" };
  const visitor = await app.fetch(path, { method: "PATCH", headers, body: JSON.stringify(order) });
  expect(visitor.status).toBe(401);
  expect((await (await deskOf(app)).change(ordered, { order_placed: true })).status).toBe(200);
  setClock(app, "2027-03-01", "03:00");
  await app.app.run("retention");
  expect(await app.rows("quote_requests")).toMatchObject([{ ref_number: ordered }]);
  expect(await filesWith(app, other)).toEqual([]);
  const list = await app.fetch("/rest/v1/quote_requests?select=*", {
    headers: { cookie: await app.signIn() },
  });
  expect(await list.json()).toMatchObject([{ ref_number: ordered, order_placed: true }]);
});

test("two instances on one night: one removes, and the next night it is done again", async () => {
  const app = await buildTestApp({ startAt });
  await app.app.run("retention");
  const reports = () => app.logLines.filter((line) => line.msg === "records removed that were due").length;
  setClock(app, "2024-11-22", "03:10");
  await Promise.all([app.app.run("retention"), app.app.run("retention")]);
  await app.app.run("retention");
  expect(reports()).toBe(2);
  setClock(app, "2024-11-23", "03:00");
  await app.app.run("retention");
  expect(reports()).toBe(3);
});

test("whatever the date, one night removes at most 5 % of the records and no fewer than ten, oldest first; a notice names the rest", async () => {
  expect([0, 20, 219, 220, 300, 10_000].map(nightlyShare)).toEqual([10, 10, 10, 11, 15, 500]);
  const app = await buildTestApp({ startAt });
  const { submission, values } = examples[1]!;
  await app.app.services.database.write(async (tx) => {
    for (let index = 0; index < 15; index += 1) {
      const at = new Date(startAt.getTime() + index * 60_000);
      const refNumber = `QK-${String(index).padStart(6, "0")}-2222`;
      const times = { createdAt: at, dueAt: at, storedAt: at };
      await insertRecord(tx, submission, values, { refNumber, consent: null, adopted: false, ...times });
    }
  });
  const left = async () => (await app.rows("contact_messages")).map((row) => String(row["ref_number"]));
  const notices = async () =>
    JSON.stringify((await deskCall(app, await app.signIn(), "GET notices")).body["notices"]);
  setClock(app, "2028-12-28", "03:00"); // Two years ahead.
  await app.app.run("retention");
  await app.app.run("retention");
  expect((await left()).toSorted()).toEqual([10, 11, 12, 13, 14].map((index) => `QK-0000${index}-2222`));
  expect(await notices()).toMatch(/5 more records are past the time that we keep them/);
  setClock(app, "2028-12-29", "03:00");
  await app.app.run("retention");
  expect(await left()).toEqual([]);
  expect(await notices()).not.toContain("retention");
});
