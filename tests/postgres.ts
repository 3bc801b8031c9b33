import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Pool } from "pg";
import { inject, onTestFinished } from "vitest";

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** What installations with PostgreSQL have to set. */
export const testSecrets = {
  ANON_KEY: "anon-key-for-tests",
  SESSION_SECRET: "a session secret for tests only, long",
  LINK_SECRET: "a link secret for tests only, long enough",
};

/** PostgreSQL's own empty template, or the one with what every installation begins with. */
type Template = "template1" | "prepared";

// Copying files is faster, and nothing has to survive a crash.
const create = (name: string, template: Template) =>
  `create database ${name} template ${template} strategy file_copy`;

const pools = new Map<string, Pool>();

/** Over a connection that stays: to open one for each test would take as long as to copy a database. */
async function execute(url: string, statement: string): Promise<void> {
  const pool = pools.get(url) ?? new Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  if (!pools.has(url)) pool.on("error", () => undefined); // The server is stopped before the process ends.
  pools.set(url, pool);
  await pool.query(statement);
}

/** A database of its own on the PostgreSQL server of the test run; empty unless something else is asked for. */
export async function createTestDatabase(template: Template = "template1"): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = await createDatabase(serverUrl, name, template);
  return { url, drop: () => execute(serverUrl, `drop database ${name} with (force)`) };
}

/** The variables of an empty database of this run's engine. */
export async function emptyDatabase(): Promise<Record<string, string>> {
  if (process.env["TEST_ENGINE"] === "postgres") {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    return { DATABASE_URL: database.url, ...testSecrets };
  }
  const folder = await mkdtemp(join(tmpdir(), "quadkea-empty-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "quadkea.db");
  await writeFile(file, "");
  return { DATABASE_URL: `sqlite:${file}` };
}

/** Returns the URL of the new database. */
export async function createDatabase(serverUrl: string, name: string, template: Template): Promise<string> {
  await execute(serverUrl, create(name, template));
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}
