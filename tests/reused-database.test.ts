import { expect, test } from "vitest";

import { tableDigests } from "#server/platform/database/copy-database.ts";
import { openPostgresForCommand } from "#server/platform/database/postgres.ts";

import { buildTestApp } from "./build-test-app.ts";
import { quoteDesk } from "./quote-desk.ts";
import { takePreparedDatabase } from "./reused-database.ts";

async function digestsOf(url: string) {
  const database = openPostgresForCommand(url);
  const digests = await tableDigests(database.reader);
  await database.close();
  return digests;
}

test("a PostgreSQL database is as it was prepared when the next test gets it", async () => {
  const database = await takePreparedDatabase();
  const prepared = await digestsOf(database.url);
  const app = await buildTestApp({ environment: { DATABASE_URL: database.url } });
  const desk = await quoteDesk(app);
  await desk.send();
  await app.stop();
  expect(await digestsOf(database.url)).not.toEqual(prepared);
  await database.drop();
  const next = await takePreparedDatabase();
  expect([next.url, await digestsOf(next.url)]).toEqual([database.url, prepared]);
  await next.drop();
});
