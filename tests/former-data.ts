import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { Client } from "pg";
import { onTestFinished } from "vitest";

import { emptyDatabase, testSecrets } from "./postgres.ts";

const former = join(import.meta.dirname, "former");

/** The photo in it, of a vehicle. */
export const formerPhoto = "0193a5c2-7e1b-7c44-9d3a-5b6f0c2e8a11";

/**
 * The variables of what commit 3e646262 left, the last that kept no hash of its schema: a message, a vehicle with a photo, a
 * paid order with its parcel, and an answer by mail. On PostgreSQL as pg_dump wrote it.
 */
export async function formerData(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-former-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await cp(join(former, "photos"), join(dataDir, "photos"), { recursive: true });
  const environment = { DATA_DIR: dataDir, ...testSecrets };
  if (process.env["TEST_ENGINE"] !== "postgres") {
    const file = join(dataDir, "quadkea.db");
    await writeFile(file, gunzipSync(await readFile(join(former, "quadkea.db.gz"))));
    return environment;
  }
  const database = await emptyDatabase();
  const client = new Client({ connectionString: database["DATABASE_URL"] });
  await client.connect();
  await client.query(gunzipSync(await readFile(join(former, "quadkea.sql.gz"))).toString());
  await client.end();
  return { ...environment, ...database };
}
