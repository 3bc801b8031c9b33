import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import {
  addFormerRecords,
  emptyDatabase,
  formerMoment,
  oldPassword,
  oldUsers,
  prepareOldDatabase,
} from "#tests/old-database.ts";
import { testConfig } from "#tests/prepared-database.ts";
import { deskCall, trySignIn } from "#tests/staff.ts";

import { migrate } from "./migrate.ts";
import { openForCommand } from "./open-database.ts";

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

test("a change made before the upgrade is in the audit list once, and so is one made after it", async () => {
  const environment = await emptyDatabase();
  await prepareOldDatabase(testConfig(environment).database);
  const { reader: db, engine, close } = await openForCommand(testConfig(environment).database);
  await migrate(db, engine, "021-statuses-and-event-types");
  await addFormerRecords(db);
  const [, ben] = oldUsers;
  const [table, reference] = ["contact_messages", "QK-222222-2222"];
  await sql`update contact_messages set ref_number = ${reference} where id = 'contact_messages new'`.execute(
    db,
  );
  await sql`insert into record_events (record_table, record_id, type, at, user_id, was, becomes)
    values (${table}, 'contact_messages new', 'status', ${formerMoment}, ${ben?.id}, 'new', 'in_progress')`.execute(
    db,
  );
  await sql`insert into audit_entries (seq, at, event, actor, reference, details) values
    (5, ${formerMoment}, 'status-changed', ${ben?.id}, ${reference}, '{"from":"new","to":"in_progress"}')`.execute(
    db,
  );
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

test("an upgrade that fails leaves the database as it was", async () => {
  const environment = await emptyDatabase();
  const { reader: db, engine, close } = await openForCommand(testConfig(environment).database);
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

test("a version older than the database refuses to start, says what to do, and changes nothing", async () => {
  const environment = await emptyDatabase();
  const { reader: db, engine, close } = await openForCommand(testConfig(environment).database);
  onTestFinished(close);
  await migrate(db, engine);
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')`.execute(db);
  await expect(buildTestApp({ environment })).rejects.toThrow(
    "A newer version of QuadKea has changed this database (999-later). Start that version, or restore the backup made before the upgrade.",
  );
  const { rows } = await sql`select 1 from kysely_migration where name = '999-later'`.execute(db);
  expect(rows).toHaveLength(1);
});
