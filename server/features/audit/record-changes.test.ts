import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { removedRecord } from "#server/platform/database/tables.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

const day = 24 * 60 * 60_000;

interface Entry {
  readonly id: string;
  readonly actor: string;
  readonly words: string;
  readonly reference: string | null;
}

async function changesInAudit(app: TestApp, cookie: string, query = ""): Promise<Entry[]> {
  const { body } = await deskCall(app, cookie, `GET audit?group=record${query}`);
  return body["entries"] as Entry[];
}

async function change(app: TestApp, cookie: string, references: readonly string[], what: object) {
  const changes: object[] = [];
  for (const reference of references) {
    const { body } = await deskCall(app, cookie, `GET desk-record?reference=${reference}`);
    const { version } = body["record"] as { version: number };
    changes.push({ reference, version, ...what });
  }
  expect((await deskCall(app, cookie, "PATCH desk-record", { changes })).status).toBe(200);
}

const execute = (app: TestApp, statement: string) =>
  app.app.services.database.write((tx) => sql.raw(statement).execute(tx));

/** One record, changed by an owner and by Mere in every way there is. */
async function changedRecord() {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const cookie = await app.signIn();
  const mere = await addStaff(app);
  const note = { text: "Mr Secret rang", key: randomUUID() };
  for (const what of [
    { status: "completed" },
    { owner_id: mere.id },
    { owner_id: null },
    { snoozed_until: "2099-11-23T20:00:00.000Z" },
    { snoozed_until: null },
    { order_placed: true },
    { order_placed: false },
    { duplicate_of: await addRecord(app, quoteRequestExample, { notes: "First" }) },
    { duplicate_of: null },
  ]) {
    await change(app, cookie, [reference], what);
  }
  await deskCall(app, mere.cookie, `POST desk-note?reference=${reference}`, note);
  const fields = { full_name: "Mr Secret" };
  await deskCall(app, mere.cookie, `POST desk-correction?reference=${reference}`, { fields });
  return { app, cookie, reference, mere };
}

const everyChange = [
  "Mere: Corrected the full name:",
  "Mere: Note:",
  "Administrator: Took it out of QK-… again:",
  "Administrator: Merged it into QK-…:",
  "Administrator: No longer marked as ordered:",
  "Administrator: Marked as ordered:",
  "Administrator: Ended the snooze:",
  "Administrator: Snoozed until 24 Nov 2099, 9:00 am:",
  "Administrator: Unassigned it:",
  "Administrator: Assigned it to Mere:",
  "Administrator: New → Completed:",
];

const said = (entries: readonly Entry[]) =>
  entries.map(({ actor, words }) =>
    `${actor}: ${words}`.replace(/QK-\w{6}-\w{4}/, "QK-…").replaceAll("\u202f", " "),
  );

test("every change to a record is in the audit list with its reference, and is stored once: in the history", async () => {
  const { app, cookie, reference, mere } = await changedRecord();
  const entries = await changesInAudit(app, cookie);
  expect(said(entries)).toEqual(everyChange);
  expect(new Set(entries.map((entry) => entry.reference))).toEqual(new Set([reference]));
  const stored = await app.rows("audit_entries");
  expect(stored.map((row) => row["event"])).toEqual(["signed-in", "signed-in"]);
  expect(said(await changesInAudit(app, cookie, `&person=${mere.id}`))).toEqual([
    ...everyChange.slice(0, 2),
    "Administrator: Assigned it to Mere:",
  ]);
  expect(await changesInAudit(app, cookie, `&reference=${reference}`)).toEqual(entries);
  expect(await changesInAudit(app, cookie, "&reference=QK-222222-2222")).toEqual([]);
});

test("the audit list keeps what staff did to a record that is erased, and nothing that anyone wrote", async () => {
  const { app, cookie, reference } = await changedRecord();
  const before = await changesInAudit(app, cookie);
  await execute(app, "delete from quote_requests");
  expect(await changesInAudit(app, cookie)).toEqual(before);
  const kept = await app.rows("record_events");
  expect(kept).toHaveLength(everyChange.length);
  expect(kept.every((row) => row["record_id"] === removedRecord && row["user_id"] !== null)).toBe(true);
  expect(JSON.stringify(kept)).not.toContain("Secret");
  expect(JSON.stringify(kept)).not.toContain(quoteRequestExample.values["full_name"]);
  const live = await deskCall(app, cookie, `GET live-news?tab=${randomUUID()}&after=1`);
  expect(JSON.stringify(live.body["events"])).not.toContain(reference);
});

test("changes made at one instant are read page by page, each once, between entries of other kinds", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, contactMessageExample);
  const cookie = await app.signIn();
  for (let count = 0; count < 30; count += 1) {
    const isEven = count % 2 === 0;
    await change(app, cookie, [reference], { status: isEven ? "completed" : "new", order_placed: isEven });
  }
  await deskCall(app, cookie, "POST saved-replies", { title: "Late", body: "x" });
  const seen: Entry[] = [];
  for (let before = ""; ;) {
    const { body } = await deskCall(app, cookie, `GET audit${before}`);
    seen.push(...(body["entries"] as Entry[]));
    if (body["has_more"] !== true) break;
    before = `?before=${seen.at(-1)?.id}`;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(62);
  const inOrder = ["No longer marked as ordered:", "Completed → New:", "Marked as ordered:"];
  expect(seen.slice(0, 3).map(({ words }) => words)).toEqual(inOrder);
  expect(seen.slice(60).map(({ words }) => words)).toEqual([
    "Added the saved reply “Late”",
    "Signed in with Unknown browser",
  ]);
});

test("the database refuses to change, delete or insert staff's events of the history between others", async () => {
  const { app } = await changedRecord();
  const events = async () =>
    (await app.rows("record_events")).toSorted((a, b) => Number(a["id"]) - Number(b["id"]));
  const before = await events();
  const insert = `insert into record_events (id, record_table, record_id, type, at)
    values (2, 'x', 'y', 'mailed', '2026-01-01T00:00:00.000Z')`;
  const own = {
    sqlite: insert.replace("insert", "insert or replace"),
    postgres: "truncate record_events",
  };
  for (const statement of [
    "update record_events set user_id = null where id = 3",
    "update record_events set record_id = '', becomes = 'new', key = null where id = 3",
    "delete from record_events where user_id is not null",
    insert,
    own[app.app.services.database.engine],
  ]) {
    await expect(execute(app, statement)).rejects.toThrow(/record events cannot be/);
  }
  expect(await events()).toEqual(before);
});

test("after 24 months, changes to records leave the list once the record is gone, and not before", async () => {
  const app = await buildTestApp({ startAt: new Date(Date.now() - 800 * day) });
  const erased = await addRecord(app, quoteRequestExample);
  const kept = await addRecord(app, contactMessageExample);
  const former = await app.signIn();
  await change(app, former, [erased, kept], { order_placed: true });
  await execute(app, "delete from quote_requests");
  await app.app.run("audit list");
  expect(await changesInAudit(app, former)).toHaveLength(2);
  app.advance(800 * day);
  await app.app.run("audit list");
  expect(await changesInAudit(app, await app.signIn())).toMatchObject([{ reference: kept }]);
});

test("one night removes a share of the changes to records that are gone, so that a wrong date does not lose them all", async () => {
  const app = await buildTestApp({ startAt: new Date(Date.now() - 800 * day) });
  const reference = await addRecord(app, quoteRequestExample);
  const cookie = await app.signIn();
  for (let index = 0; index < 30; index += 1)
    await change(app, cookie, [reference], { order_placed: index % 2 === 0 });
  await execute(app, "delete from quote_requests");
  await app.app.run("audit list");
  app.advance(800 * day);
  const leftAfterAMinute = async () => {
    await app.app.run("audit list");
    const left = await app.rows("record_events");
    return left.filter((row) => row["record_id"] === removedRecord).length;
  };
  expect([await leftAfterAMinute(), await leftAfterAMinute()]).toEqual([20, 20]);
  app.advance(day);
  expect(await leftAfterAMinute()).toBe(10);
});
