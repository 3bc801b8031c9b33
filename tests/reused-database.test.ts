import { sql } from "kysely";
import { expect, test } from "vitest";

import { tablesWithData } from "#server/platform/database/copy-database.ts";
import { openPostgresForCommand } from "#server/platform/database/postgres.ts";

import { buildTestApp } from "./build-test-app.ts";
import { quoteDesk } from "./quote-desk.ts";
import { takePreparedDatabase } from "./reused-database.ts";

async function rowsIn(url: string) {
  const database = openPostgresForCommand(url);
  const found: Record<string, string[]> = {};
  for (const { name } of await tablesWithData(database.reader)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.reader);
    found[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  await database.close();
  return found;
}

test("a PostgreSQL database is as it was prepared when the next test gets it", async () => {
  const database = await takePreparedDatabase();
  const prepared = await rowsIn(database.url);
  const app = await buildTestApp({ environment: { DATABASE_URL: database.url } });
  const desk = await quoteDesk(app);
  await desk.send();
  await app.stop();
  expect(await rowsIn(database.url)).not.toEqual(prepared);
  await database.drop();
  const next = await takePreparedDatabase();
  expect([next.url, await rowsIn(next.url)]).toEqual([database.url, prepared]);
  await next.drop();
});
