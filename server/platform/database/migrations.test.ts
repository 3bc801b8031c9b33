import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { recordEventTypes } from "#domain/record-event.ts";
import { openStatuses, recordStatuses } from "#domain/record-status.ts";
import { insertRecord } from "#server/features/records/insert-records.ts";
import { recordColumnNames } from "#server/features/records/record-table.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { emptyDatabase } from "#tests/postgres.ts";
import { testConfig } from "#tests/prepared-database.ts";
import { examples } from "#tests/submission-examples.ts";

import { migrate, migration, migrationsOf } from "./migrate.ts";
import { openForCommand } from "./open-database.ts";
import { attemptStates } from "./tables.ts";

const vehicle = vehicleSubmission.fields;

/** Whether the database's own checks accept the value in that column. */
async function accepts(app: TestApp, table: string, column: string, value: string): Promise<boolean> {
  const check = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`;
  return app.app.services.database
    .write((tx) => check.execute(tx))
    .then(() => true)
    .catch(() => false);
}

const at = "2026-11-21T00:00:00.000Z";
const refNumber = "QK-222222-2222";

async function withRows(): Promise<TestApp> {
  const app = await buildTestApp();
  await app.app.services.database.write(async (tx) => {
    const record = {
      refNumber,
      createdAt: new Date(at),
      storedAt: new Date(at),
      dueAt: new Date(at),
      consent: true,
      adopted: false,
    };
    for (const { submission, values } of examples) await insertRecord(tx, submission, values, record);
    await sql`insert into attempts (ref_number, form_type, fingerprint, state, created_at, updated_at)
      values (${refNumber}, 'QUOTE', 'x', 'sending', ${at}, ${at})`.execute(tx);
  });
  return app;
}

const lists = [
  ["quote_requests", "status", recordStatuses],
  ["quote_requests", "condition_preference", Object.keys(quoteRequest.fields.condition_preference.options)],
  ["contact_messages", "status", recordStatuses],
  ["vehicle_submissions", "status", recordStatuses],
  ["vehicle_submissions", "vehicle_type", Object.keys(vehicle.vehicle_type.options)],
  ["vehicle_submissions", "condition", Object.keys(vehicle.condition.options)],
  ["attempts", "state", attemptStates.filter((state) => state !== "mailed")],
] as const;

test("the database's lists of values are the domain's", async () => {
  const app = await withRows();
  for (const [table, column, values] of lists) {
    for (const value of values)
      expect([column, value, await accepts(app, table, column, value)]).toEqual([column, value, true]);
    expect([table, column, await accepts(app, table, column, "something else")]).toEqual([
      table,
      column,
      false,
    ]);
  }
});

test("a record's history takes no event of an unknown type", async () => {
  const app = await buildTestApp();
  const event = sql`insert into record_events (record_table, record_id, type, at) values ('x', 'y', 'lost', ${at})`;
  await expect(app.app.services.database.write((tx) => event.execute(tx))).rejects.toThrow(/constraint/i);
});

test("the tables of statuses and event types hold the domain's", async () => {
  const app = await buildTestApp();
  const statuses = await app.rows("record_statuses");
  expect(statuses.map((row) => row["status"]).toSorted()).toEqual([...recordStatuses].toSorted());
  const open = statuses.flatMap((row) => (row["is_open"] ? [row["status"]] : []));
  expect(open.toSorted()).toEqual([...openStatuses].toSorted());
  const types = await app.rows("record_event_types");
  expect(types.map((row) => row["type"]).toSorted()).toEqual([...recordEventTypes].toSorted());
});

test("a new status is one row: records can have it, are counted by it, and are open if it is", async () => {
  const app = await withRows();
  const run = (text: string) => app.app.services.database.write((tx) => sql.raw(text).execute(tx));
  const openOnes = async () => (await app.rows("quote_requests")).filter((row) => row["is_open"]).length;
  await run("insert into record_statuses (status, is_open) values ('invented', false)");
  await run("update quote_requests set status = 'invented'");
  expect(await openOnes()).toBe(0);
  const counts = await app.rows("record_counts");
  expect(counts).toContainEqual({ record_table: "quote_requests", status: "invented", count: 1 });
  expect(counts).toContainEqual({ record_table: "contact_messages", status: "invented", count: 0 });
  await run("update record_statuses set is_open = true where status = 'invented'");
  expect(await openOnes()).toBe(1);
});

test("an attempt carries a sealed copy while it is mailed, and only then", async () => {
  const app = await withRows();
  expect(await accepts(app, "attempts", "state", "mailed")).toBe(false);
  expect(await accepts(app, "attempts", "sealed", "copy")).toBe(false);
});

test("every form has its table, with a column for every field", async () => {
  const app = await buildTestApp();
  for (const submission of submissions) {
    const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
    const query = sql`select ${columns} from ${sql.table(submission.table)}`;
    expect((await query.execute(app.app.services.database.reader)).rows).toEqual([]);
  }
});

test("a later migration runs once; one that fails leaves the database as it was", async () => {
  const environment = await emptyDatabase();
  const { reader: db, engine, close } = await openForCommand(testConfig(environment).database);
  onTestFinished(close);
  await migrate(db, engine);
  const later = (...statements: string[]) =>
    migrate(db, engine, { ...migrationsOf(engine), "999-later": migration(statements) });
  const add = "create table later (id text)";
  await expect(later(add, "create table users (id text)")).rejects.toThrow(/could not be brought up to date/);
  expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain("later");
  await later(add);
  await later(add);
  await expect(buildTestApp({ environment })).rejects.toThrow(
    "A newer version of QuadKea has changed this database (999-later). Start that version, or restore the backup made before the upgrade.",
  );
});
