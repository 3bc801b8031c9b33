import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { oldPassword, oldUsers, prepareOldDatabase } from "#tests/old-database.ts";
import { panelCall, trySignIn } from "#tests/panel-call.ts";
import { createTestDatabase, testSecrets } from "#tests/postgres.ts";
import { testConfig } from "#tests/prepared-database.ts";

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
  expect((await panelCall(app, await signedIn(app, "ben"), "GET users")).status).toBe(200);
  const staff = await signedIn(app, "cal");
  expect((await panelCall(app, staff, "GET users")).status).toBe(403);
  expect((await panelCall(app, staff, "GET desk-summary")).status).toBe(200);
});

test("after an upgrade the audit list has its entries and numbers, without seals, and is still protected", async () => {
  const app = await upgraded();
  const owner = await signedIn(app, "ben");
  expect((await panelCall(app, owner, "GET audit")).body["entries"]).toMatchObject([
    { seq: 5, actor: "ben", words: "Signed in with Unknown browser" },
    { seq: 4, words: "Signed out" },
    { seq: 3, words: "Removed the audit entries of before 24 months, up to number 2" },
  ]);
  const [row] = await app.rows("audit_entries");
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
