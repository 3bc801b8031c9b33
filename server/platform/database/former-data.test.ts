import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { formerData, formerPhoto } from "#tests/former-data.ts";
import { emptyDatabase } from "#tests/postgres.ts";
import { testConfig } from "#tests/prepared-database.ts";
import { deskCall } from "#tests/staff.ts";

import { baselineHash } from "./baseline.ts";
import { migrate, migrationsOf } from "./migrate.ts";
import { openForCommand } from "./open-database.ts";

test("what commit 3e646262 left starts, is ready, and all of it is there", async () => {
  const app = await buildTestApp({ environment: await formerData() });
  expect((await app.fetch("/readyz")).status).toBe(200);
  const cookie = await app.signIn();
  expect((await deskCall(app, cookie, "GET notices")).status).toBe(200);
  const lists = ["quote_requests", "contact_messages", "vehicle_submissions"].map(async (table) => {
    const answer = await app.fetch(`/rest/v1/${table}?select=*`, { headers: { cookie } });
    return [answer.status, ((await answer.json()) as unknown[]).length];
  });
  expect(await Promise.all(lists)).toEqual([
    [200, 1],
    [200, 1],
    [200, 1],
  ]);
  const ref = String((await app.rows("orders"))[0]?.["ref_number"]);
  const { body } = await deskCall(app, cookie, `GET quote?ref=${ref}`);
  expect(body).toMatchObject({ stage: "On its way", messages: [{ words: "Thanks, when will it be here?" }] });
  const photo = await app.app.services.photos.read(formerPhoto, "large");
  expect(photo?.length).toBe(980);
  // The next start compares the hash that this one has left.
  await (await app.restart()).signIn();
});

test("owners of before there were roles stay owners, and the other users become staff", async () => {
  const { db, engine } = await emptyForCommand();
  const { "015-roles": roles, ...before } = migrationsOf(engine);
  await migrate(db, engine, before);
  for (const [id, since] of [
    ["Hana", "'2026-08-01T00:00:00.000Z'"],
    ["Mere", "null"],
  ])
    await sql
      .raw(
        `insert into users (id, email, full_name, role, password_hash, created_at, owner_since)
         values ('${id}', '${id}', '${id}', 'admin', '', '2026-08-01T00:00:00.000Z', ${since})`,
      )
      .execute(db);
  await migrate(db, engine);
  const users = db.selectFrom("users").select(["id", "desk_role"]).orderBy("id");
  expect([roles !== undefined, await users.execute()]).toEqual([
    true,
    [
      { id: "Hana", desk_role: "owner" },
      { id: "Mere", desk_role: "staff" },
    ],
  ]);
});

async function emptyForCommand() {
  const { reader: db, engine, close } = await openForCommand(testConfig(await emptyDatabase()).database);
  onTestFinished(close);
  return { db, engine };
}

const unreleased = /^An unreleased build of QuadKea made this database: .*Start over with an empty DATA_DIR/;

test("a database without a hash is brought up to date only if its schema is that of the baseline", async () => {
  const { db, engine } = await emptyForCommand();
  const { "001-baseline": first } = migrationsOf(engine);
  await migrate(db, engine, { "001-baseline": first! });
  const change = (statement: string) => sql.raw(statement).execute(db);
  await change("alter table chores add column noted text");
  await expect(migrate(db, engine)).rejects.toThrow(unreleased);
  expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain("installation");
  await change("alter table chores drop column noted");
  await migrate(db, engine);
});

test("a database that another baseline made, or builds before it, is refused as unreleased, not as newer", async () => {
  const { db, engine } = await emptyForCommand();
  await migrate(db, engine);
  await migrate(db, engine);
  await db.updateTable("installation").set({ value: "another" }).where("name", "=", "baseline").execute();
  await expect(migrate(db, engine)).rejects.toThrow(unreleased);
  await sql`update kysely_migration set name = '001-initial' where name = '001-baseline'`.execute(db);
  await expect(migrate(db, engine)).rejects.toThrow(/^An unreleased build .* \(001-initial\): /);
});

test("no statement of the baseline has been edited: a change is a migration of its own", () => {
  expect([baselineHash("sqlite"), baselineHash("postgres")]).toEqual([
    "c48eeddefb6b2c4419ddefb471c5d2737de79fe9cc27a8e357b36533af308b59",
    "470320981ca6cef1521926c2abc79309f994ee6922f2e4c62b72736f359cb2c8",
  ]);
});
