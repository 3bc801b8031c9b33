import { sql } from "kysely";
import { expect, test } from "vitest";

import { partKey } from "#domain/catalogue/part-key.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { addFormerRecords, emptyDatabase, formerMoment } from "#tests/old-database.ts";
import { testConfig } from "#tests/prepared-database.ts";
import { quoteDesk } from "#tests/quote-desk.ts";

import type { Query } from "./database.ts";
import { migrate } from "./migrate.ts";
import { partWordsOnce } from "./migrations/033-part-words-once.ts";
import { openForCommand } from "./open-database.ts";

/** An installation as that migration left it, with former records, started with this version. */
async function upgradedFrom(migration: string, change = async (_db: Query): Promise<void> => {}) {
  const environment = await emptyDatabase();
  const { reader: db, engine, close } = await openForCommand(testConfig(environment).database);
  await migrate(db, engine, migration);
  const lastEvent = await addFormerRecords(db);
  await change(db);
  await close();
  return { app: await buildTestApp({ environment }), lastEvent };
}

test("after an upgrade from fixed statuses every record is as it was, open if its status is, and counted", async () => {
  const { app } = await upgradedFrom("020-corrections");
  const cookie = await app.signIn();
  for (const { table } of submissions) {
    const rows = await app.rows(table);
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toMatchObject({
        id: `${table} ${String(row["status"])}`,
        full_name: "Hemi",
        created_at: formerMoment,
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
  const { app, lastEvent } = await upgradedFrom("020-corrections");
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
    `insert into record_events (record_table, record_id, type, at) values ('x', 'y', 'mailed', '${formerMoment}')`,
  );
  expect((await app.rows("record_events")).map((row) => row["id"])).toContain(lastEvent + 1);
  for (const statement of [
    "update contact_messages set status = 'lost'",
    `insert into record_events (record_table, record_id, type, at) values ('x', 'y', 'lost', '${formerMoment}')`,
  ]) {
    await expect(run(statement)).rejects.toThrow(/constraint/i);
  }
});

test("after an upgrade to honest clocks records keep the moment of their answer, marked as former", async () => {
  const { app } = await upgradedFrom("021-statuses-and-event-types", async (db) => {
    const answered = sql`update quote_requests set answered_at = ${formerMoment}, answer_minutes = 7`;
    await sql`${answered} where status <> 'new'`.execute(db);
  });
  const answers = async () =>
    (await app.rows("quote_requests")).map((row) => [row["status"], row["answered_at"], row["answered_by"]]);
  expect(await answers()).toEqual(
    expect.arrayContaining([
      ["new", null, null],
      ["in_progress", formerMoment, "former"],
      ["completed", formerMoment, "former"],
    ]),
  );
});

test("after an upgrade open requests are to quote, closed ones are done, and a deal works like any other", async () => {
  const { app } = await upgradedFrom("020-corrections");
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

test("after an upgrade a record is found by each number in its phone field", async () => {
  const { app } = await upgradedFrom("033-part-words-once", async (db) => {
    await sql`update contact_messages set phone = '021 555 0142 or +64 (0)9 430 1234', search_text = 'old'`.execute(
      db,
    );
    await sql`update record_keys set key = 'phone 02155501426409' where key like 'phone %'`.execute(db);
  });
  const headers = { cookie: await app.signIn() };
  const found = await app.fetch("/rest/v1/contact_messages?select=*&search=fts.094301234", {
    headers,
  });
  expect(await found.json()).toHaveLength(4);
  const keys = (await app.rows("record_keys")).map(({ key }) => key);
  expect(keys).toContain("phone 0215550142");
  expect(keys).not.toContain("phone 02155501426409");
});

test("after an upgrade a remembered part has each of its words once, as it is looked for", async () => {
  const app = await buildTestApp();
  await (await quoteDesk(app)).send();
  await app.app.services.database.write(async (tx) => {
    await sql`update quote_lines set part = 'brake brake caliper front'`.execute(tx);
    for (const statement of partWordsOnce) await sql.raw(statement).execute(tx);
  });
  expect(await app.rows("quote_lines")).toMatchObject([{ part: partKey("Front brake caliper") }]);
});
