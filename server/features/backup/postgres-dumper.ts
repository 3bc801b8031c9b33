import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";

import { sql } from "kysely";

import type { Query } from "#server/platform/database/database.ts";
import { connectPostgres } from "#server/platform/database/postgres.ts";
import { differingTable, tableDigests, type TableDigests } from "#server/platform/database/table-digests.ts";

import { BadBackup } from "./bad-backup.ts";
import type { Dumper } from "./dumper.ts";

/** Leaves the work to PostgreSQL's own pg_dump and pg_restore, which must be as new as the server. */
export function postgresDumper(url: string): Dumper {
  return {
    dump: (file) => withDatabase(url, (queries) => dump(queries, url, file)),
    assertEmpty: () => withDatabase(url, assertNoTables),
    async load(file, expected) {
      const options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"];
      await runTool("pg_restore", url, file, (connection) => [...options, "--dbname", connection, file]);
      const differing = await withDatabase(url, (queries) => differingTable(queries, expected));
      if (differing !== null) throw new BadBackup(`Table ${differing} does not hold what the manifest says.`);
    },
  };
}

async function withDatabase<Result>(url: string, work: (queries: Query) => Promise<Result>): Promise<Result> {
  const queries = connectPostgres(url, { max: 1 });
  try {
    return await work(queries);
  } finally {
    await queries.destroy();
  }
}

/** What is counted and what is dumped is one snapshot, shared by name. */
function dump(queries: Query, url: string, file: string): Promise<TableDigests> {
  const snapshot = queries.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return snapshot.execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(tx);
    const name = rows[0]?.name ?? "";
    const options = ["--format=custom", "--no-owner", "--no-privileges", "--snapshot", name, "--file", file];
    await runTool("pg_dump", url, file, (connection) => [...options, "--dbname", connection]);
    return tableDigests(tx);
  });
}

async function assertNoTables(queries: Query): Promise<void> {
  const [table] = await queries.introspection.getTables();
  if (table !== undefined) throw new BadBackup(`The database is not empty: there is a table ${table.name}.`);
}

/** The password travels in a file that only we can read, not in an argument that everybody can. */
async function runTool(
  tool: string,
  url: string,
  file: string,
  argumentsFor: (connection: string) => string[],
): Promise<void> {
  const connection = new URL(url);
  const passwordFile = `${file}.pgpass`;
  const password = decodeURIComponent(connection.password).replaceAll(/[\\:]/g, String.raw`\$&`);
  await writeFile(passwordFile, `*:*:*:*:${password}\n`, { mode: 0o600 });
  connection.password = "";
  if (password !== "") connection.searchParams.set("passfile", passwordFile);
  try {
    await promisify(execFile)(tool, argumentsFor(connection.href));
  } catch (error) {
    throw new BadBackup(`${tool} failed: ${reasonOf(error)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT") return "it is not installed (Debian: postgresql-client).";
  return "stderr" in error ? String(error.stderr).trim().slice(0, 500) : error.message;
}
