import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { oldPassword, oldUsers, prepareOldDatabase } from "#tests/old-database.ts";
import { createTestDatabase, testSecrets } from "#tests/postgres.ts";
import { testConfig } from "#tests/prepared-database.ts";
import { deskCall, trySignIn } from "#tests/staff.ts";

import type { Query } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openForCommand } from "./open-database.ts";

/** The variables of an empty database of this run's engine. */
async function emptyDatabase(): Promise<Record<string, string>> {
  if (process.env["TEST_ENGINE"] === "postgres") {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    return { DATABASE_URL: database.url, ...testSecrets };
  }
  const folder = await mkdtemp(join(tmpdir(), "quadkea-old-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { DATABASE_URL: `sqlite:${join(folder, "quadkea.db")}` };
}

/** An installation of an older version, started with this one. */
async function upgraded(): Promise<TestApp> {
  const environment = await emptyDatabase();
  await prepareOldDatabase(testConfig(environment).database);
  return buildTestApp({ environment });
}

async function signedIn(app: TestApp, name: string): Promise<string> {
  return (await trySignIn(app, { email: `${name}@quadkea.example`, password: oldPassword })).cookie;
}

test("after an upgrade the first user who is still active is the owner, and nobody else", async () => {
  const app = await upgraded();
  const owners = (await app.rows("users")).filter((row) => row["owner_since"] !== null);
  expect(owners).toMatchObject([{ full_name: "ben", owner_since: oldUsers[1]?.createdAt }]);
  expect((await deskCall(app, await signedIn(app, "ben"), "GET users")).status).toBe(200);
  const staff = await signedIn(app, "cal");
  expect((await deskCall(app, staff, "GET users")).status).toBe(403);
  expect((await deskCall(app, staff, "GET desk-summary")).status).toBe(200);
});

test("after an upgrade the audit list has its entries and numbers, without seals, and is still protected", async () => {
  const app = await upgraded();
  const owner = await signedIn(app, "ben");
  expect((await deskCall(app, owner, "GET audit")).body["entries"]).toMatchObject([
    { actor: "ben", words: "Signed in with Unknown browser" },
    { words: "Signed out" },
    { words: "Removed the audit entries older than 24 months, up to number 2" },
  ]);
  const [row, ...rows] = await app.rows("audit_entries");
  expect([row, ...rows].map((one) => one?.["seq"])).toEqual([3, 4, 5]);
  expect(Object.keys(row ?? {})).toEqual(["seq", "at", "event", "actor", "subject", "reference", "details"]);
  for (const statement of [
    "update audit_entries set actor = 'x'",
    "delete from audit_entries",
    "insert into audit_entries (seq, at, event, actor, details) values (1, '2026-01-01T00:00:00.000Z', 'x', 'x', '{}')",
  ]) {
    const change = app.app.services.database.write((tx) => sql.raw(statement).execute(tx));
    await expect(change).rejects.toThrow(/audit entries cannot be/);
  }
});

const at = "2026-11-20T00:00:00.000Z";

/** The columns and values of a record's fields, as migrations 001 and 002 demand them. */
const formerFields: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  quote_requests: [
    "phone, make, model, year, part_needed, delivery_address, file_urls",
    "'021 555 0100', 'Honda', 'TRX', 2015, 'Diff', '1 Road', '[]'",
  ],
  contact_messages: ["subject, message", "'Hours', 'Open?'"],
  vehicle_submissions: [
    "phone, make, model, year, vehicle_type, condition, location, file_urls",
    "'021 555 0100', 'Honda', 'TRX', 2015, 'ATV', 'running', 'Whangarei', '[]'",
  ],
};

/** Adds a record of each status to each table; returns the number of the last event, which is erased again. */
async function addFormerRecords(db: Query): Promise<number> {
  const run = (text: string) => sql.raw(text).execute(db);
  const event = (table: string, id: string, type: string) =>
    run(`insert into record_events (record_table, record_id, type, at, note)
      values ('${table}', '${id}', '${type}', '${at}', ${type === "note" ? "'Rang'" : "null"})`);
  let number = 0;
  for (const [table, [columns, values]] of Object.entries(formerFields)) {
    for (const status of ["new", "in_progress", "completed", "cancelled"]) {
      await event(table, `${table} ${status}`, "created");
      number += 1;
      await run(`insert into ${table} (id, ref_number, status, created_at, due_at, number, version, full_name, email,
        search_text, ${columns}) values ('${table} ${status}', '${table} ${status}', '${status}', '${at}', '${at}',
        ${number}, ${number}, 'Hemi', 'h@x.example', 'hemi ${status.replace("_", "")}', ${values})`);
      await run(`insert into record_keys (key, number) values ('email h@x.example', ${number})`);
    }
  }
  await event("quote_requests", "quote_requests new", "note");
  await event("quote_requests", "gone", "created");
  await run("delete from record_events where record_id = 'gone'");
  return number + 2;
}

async function upgradedWithRecords() {
  const environment = await emptyDatabase();
  const { reader: db, engine, close } = openForCommand(testConfig(environment).database);
  await migrate(db, engine, "020-corrections");
  const lastEvent = await addFormerRecords(db);
  await close();
  return { app: await buildTestApp({ environment }), lastEvent };
}

test("after an upgrade from fixed statuses every record is as it was, open if its status is, and counted", async () => {
  const { app } = await upgradedWithRecords();
  const cookie = await app.signIn();
  for (const { table } of submissions) {
    const rows = await app.rows(table);
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toMatchObject({
        id: `${table} ${String(row["status"])}`,
        full_name: "Hemi",
        created_at: at,
      });
      expect([row["status"], Boolean(row["is_open"])]).toEqual([
        row["status"],
        row["status"] === "new" || row["status"] === "in_progress",
      ]);
    }
    const found = await app.fetch(`/rest/v1/${table}?select=*&search=fts.inpro&is_open=eq.true`, {
      headers: { cookie },
    });
    expect(await found.json()).toMatchObject([{ id: `${table} in_progress` }]);
  }
  const counts = await app.rows("record_counts");
  expect(counts.map((row) => row["count"])).toEqual(Array.from({ length: 12 }, () => 1));
});

test("after an upgrade from fixed statuses the triggers still keep counts, keys, history and event ids", async () => {
  const { app, lastEvent } = await upgradedWithRecords();
  const run = (text: string) => app.app.services.database.write((tx) => sql.raw(text).execute(tx));
  await run("update quote_requests set status = 'completed' where status in ('new', 'in_progress')");
  expect((await app.rows("quote_requests")).filter((row) => row["is_open"])).toEqual([]);
  expect(await app.rows("record_counts")).toContainEqual({
    record_table: "quote_requests",
    status: "completed",
    count: 3,
  });
  await run("delete from quote_requests");
  expect(await app.rows("record_keys")).toHaveLength(8);
  expect(await app.rows("record_events")).toHaveLength(8);
  await run(
    `insert into record_events (record_table, record_id, type, at) values ('x', 'y', 'mailed', '${at}')`,
  );
  expect((await app.rows("record_events")).map((row) => row["id"])).toContain(lastEvent + 1);
  for (const statement of [
    "update contact_messages set status = 'lost'",
    `insert into record_events (record_table, record_id, type, at) values ('x', 'y', 'lost', '${at}')`,
  ]) {
    await expect(run(statement)).rejects.toThrow(/constraint/i);
  }
});

test("a change made before the upgrade is in the audit list once, and so is one made after it", async () => {
  const environment = await emptyDatabase();
  await prepareOldDatabase(testConfig(environment).database);
  const { reader: db, engine, close } = openForCommand(testConfig(environment).database);
  await migrate(db, engine, "021-statuses-and-event-types");
  await addFormerRecords(db);
  const [, ben] = oldUsers;
  const [table, reference] = ["contact_messages", "QK-222222-2222"];
  await sql`update contact_messages set ref_number = ${reference} where id = 'contact_messages new'`.execute(
    db,
  );
  await sql`insert into record_events (record_table, record_id, type, at, user_id, was, becomes)
    values (${table}, 'contact_messages new', 'status', ${at}, ${ben?.id}, 'new', 'in_progress')`.execute(db);
  await sql`insert into audit_entries (seq, at, event, actor, reference, details) values
    (5, ${at}, 'status-changed', ${ben?.id}, ${reference}, '{"from":"new","to":"in_progress"}')`.execute(db);
  await close();
  const app = await buildTestApp({ environment });
  const cookie = await signedIn(app, "ben");
  const changes = [{ reference, version: 5, status: "completed" }];
  expect((await deskCall(app, cookie, "PATCH desk-record", { changes })).body).toMatchObject({
    outcomes: [{ kind: "changed" }],
  });
  expect((await deskCall(app, cookie, "GET audit?group=record")).body["entries"]).toMatchObject([
    { actor: "ben", words: "Changed from New to Completed:", reference },
    { actor: "ben", words: "Changed from New to In progress:", reference },
  ]);
});

test("after an upgrade to honest clocks records keep the moment of their answer, marked as former", async () => {
  const environment = await emptyDatabase();
  const { reader: db, engine, close } = openForCommand(testConfig(environment).database);
  await migrate(db, engine, "021-statuses-and-event-types");
  await addFormerRecords(db);
  await sql`update quote_requests set answered_at = ${at}, answer_minutes = 7 where status <> 'new'`.execute(
    db,
  );
  await close();
  const app = await buildTestApp({ environment });
  const answers = async () =>
    (await app.rows("quote_requests")).map((row) => [row["status"], row["answered_at"], row["answered_by"]]);
  expect(await answers()).toEqual(
    expect.arrayContaining([
      ["new", null, null],
      ["in_progress", at, "former"],
      ["completed", at, "former"],
    ]),
  );
});

test("an upgrade that fails leaves the database as it was", async () => {
  const environment = await emptyDatabase();
  const { reader: db, engine, close } = openForCommand(testConfig(environment).database);
  onTestFinished(close);
  await migrate(db, engine, "020-corrections");
  await addFormerRecords(db);
  await sql`create table record_event_types (type text)`.execute(db);
  await expect(migrate(db, engine)).rejects.toThrow(/could not be brought up to date/);
  const tables = await db.introspection.getTables();
  expect(tables.map(({ name }) => name)).not.toContain("record_statuses");
  await sql`drop table record_event_types`.execute(db);
  await migrate(db, engine);
  expect(await db.selectFrom("record_counts").selectAll().execute()).toHaveLength(12);
});

test("after an upgrade open requests are to quote, closed ones are done, and a deal works like any other", async () => {
  const { app } = await upgradedWithRecords();
  const steps = (await app.rows("quote_requests")).map((row) => [row["status"], row["next_step"]]);
  expect(Object.fromEntries(steps)).toEqual({
    new: "quote",
    in_progress: "quote",
    completed: "done",
    cancelled: "done",
  });
  const order = await addOrder(app);
  expect(order).toMatchObject({ state: "awaiting_payment", invoice_number: 1001 });
  const change = sql`update orders set total_cents = 1`;
  const changed = app.app.services.database.write((tx) => change.execute(tx));
  await expect(changed).rejects.toThrow("orders cannot be changed");
});

test.runIf(process.env["TEST_ENGINE"] !== "postgres")(
  "an installation from before deals gets a LINK_SECRET in its secrets.json, once, and keeps the other two",
  async () => {
    const app = await buildTestApp();
    const file = join(app.dataDir, "secrets.json");
    const { linkSecret: _, ...former } = JSON.parse(await readFile(file, "utf8"));
    await app.stop();
    await writeFile(file, JSON.stringify(former));
    await (await app.restart()).stop();
    const completed = JSON.parse(await readFile(file, "utf8"));
    expect(completed).toEqual({ ...former, linkSecret: expect.stringMatching(/^[\w-]{43}$/) });
    await (await app.restart()).stop();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(completed);
  },
);
