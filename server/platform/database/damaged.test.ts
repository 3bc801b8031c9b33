import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, test } from "vitest";

import { deskCalls } from "#domain/desk-wire.ts";
import { asOperator, buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { noticesAtWork } from "#tests/staff.ts";

/** Overwrites the one page of a small table, as a failing disk does. */
async function damage({ dataDir }: TestApp, table: string): Promise<void> {
  const file = join(dataDir, "quadkea.db");
  const database = new DatabaseSync(file);
  const page = database.prepare("select rootpage from sqlite_schema where name = ?").get(table)?.["rootpage"];
  const size = Number(database.prepare("pragma page_size").get()?.["page_size"]);
  database.close();
  expect((await stat(file)).size).toBeGreaterThanOrEqual(Number(page) * size);
  const handle = await open(file, "r+");
  await handle.write(Buffer.alloc(size, "A"), 0, size, (Number(page) - 1) * size);
  await handle.close();
}

async function told(app: TestApp) {
  const notices = await noticesAtWork(app);
  const ready = await app.fetch("/readyz", asOperator);
  return { notices, status: ready.status, database: (await ready.json()).database };
}

test("a damaged page is told at the desk and to monitoring from the first statement that meets it, until the next start", async () => {
  const app = await buildTestApp({ expectedWarnings: ["request failed"] });
  await app.stop();
  await damage(app, "saved_replies");
  const again = await app.restart();
  expect(await told(again)).toEqual({ notices: [], status: 200, database: true });
  const headers = { cookie: await again.signIn() };
  expect((await again.fetch(deskCalls.savedReplies.path, { headers })).status).toBeGreaterThanOrEqual(500);
  const notice = { id: "damaged-database", severity: "danger", title: "The database is damaged." };
  expect(await told(again)).toMatchObject({ notices: [notice], status: 503, database: false });
});
