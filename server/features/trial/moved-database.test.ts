import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp, testAdmin } from "#tests/build-test-app.ts";
import { tryCommand } from "#tests/run-command.ts";
import { addStaff, deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

const isReady = async (app: TestApp) => (await app.fetch("/readyz")).status === 200;

/** As if the database had been dumped at this place and restored here. */
async function moveFrom(app: TestApp, place: string): Promise<TestApp> {
  await app.app.services.database.write((tx) =>
    tx.updateTable("installation").set({ value: place }).where("name", "=", "place").execute(),
  );
  return app.restart();
}

const places = async (app: TestApp) =>
  (await app.rows("installation")).flatMap(({ name, value }) => (name === "place" ? [String(value)] : []));

test("the first start makes a database the shop where it is, and the next one finds it there", async () => {
  const app = await buildTestApp();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    app.app.services.database.reader,
  );
  expect(await places(app)).toEqual([expect.stringMatching(`^\\d{10,}/${rows[0]?.name}$`)]);
  expect(await isReady(await app.restart())).toBe(true);
});

test.for(["1234567890123456789/", "/another"])(
  "a database from %s is a trial until an owner says it is the shop; all instances follow at once",
  async (change) => {
    const app = await buildTestApp();
    const [here = ""] = await places(app);
    const [identifier, name] = here.split("/");
    const moved = await moveFrom(app, change.startsWith("/") ? `${identifier}${change}` : `${change}${name}`);
    const other = await buildTestApp({ environment: moved.environment });
    const cookie = await moved.signIn();
    const { body } = await deskCall(moved, cookie, "GET notices");
    expect(body["notices"]).toMatchObject([{ id: "trial-elsewhere", severity: "danger" }]);
    expect([await isReady(moved), await isReady(other)]).toEqual([false, false]);
    const say = (as: string, password: string) => deskCall(moved, as, "POST this-is-the-shop", { password });
    expect((await say(cookie, "not the password")).status).toBe(403);
    expect(await isReady(moved)).toBe(false);
    expect((await say(cookie, testAdmin.password)).status).toBe(200);
    expect(await places(moved)).toEqual([here]);
    expect([await isReady(moved), await isReady(other)]).toEqual([true, true]);
    await addRecord(other, contactMessageExample);
    expect(await moved.rows("audit_entries")).toContainEqual(
      expect.objectContaining({ event: "shop-moved" }),
    );
  },
);

test("only an owner says so, or the command; a trial that was asked for stays one", async () => {
  const moved = await moveFrom(await buildTestApp(), "1/elsewhere");
  const { cookie, password } = await addStaff(moved);
  expect((await deskCall(moved, cookie, "POST this-is-the-shop", { password })).status).toBe(403);
  const { stdout } = await tryCommand("admin", ["this-is-the-shop"], moved.environment);
  expect(stdout).toMatch(/^This database is the shop now/);
  expect(await isReady(moved)).toBe(true);
  expect(await isReady(await moved.restart({ TRIAL: "on" }))).toBe(false);
});
