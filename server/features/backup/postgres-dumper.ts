import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";

import { sql } from "kysely";

import type { Query } from "#server/platform/database/database.ts";
import { withoutTimeouts } from "#server/platform/database/postgres.ts";
import { differingTable, tableDigests, type TableDigests } from "#server/platform/database/table-digests.ts";
import { hasCode } from "#server/platform/files/has-code.ts";

import { assertKnown, assertSame, BadBackup } from "./backup-format.ts";

/** Uses PostgreSQL's own pg_dump and pg_restore, which must be as new as the server. */
export function postgresDumper(url: string) {
  return {
    dump: (file: string) => withoutTimeouts(url, (queries) => dumpPostgres(queries, url, file)),
    assertEmpty: () => withoutTimeouts(url, assertNoTables),
    async load(file: string, expected: TableDigests) {
      assertKnown("postgres", await migrationsIn(file));
      const options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"];
      await runTool("pg_restore", url, file, (connection) => [...options, "--dbname", connection, file]);
      assertSame(await withoutTimeouts(url, (queries) => differingTable(queries, expected)));
    },
  };
}

/** Counts and dumps in one snapshot, which pg_dump shares by its name. */
function dumpPostgres(queries: Query, url: string, file: string): Promise<TableDigests> {
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
  if (table !== undefined) throw new BadBackup(`The database is not empty: it has a table ${table.name}.`);
}

/** Without a database: pg_restore prints the table's rows, a name and a time each. */
async function migrationsIn(file: string): Promise<string[]> {
  const print = ["--data-only", "--table=kysely_migration", "--file=-", file];
  const { stdout } = await promisify(execFile)("pg_restore", print).catch((error: unknown) => {
    throw new BadBackup(`pg_restore failed: ${reasonOf(error)}`);
  });
  return [...stdout.matchAll(/^(\S+)\t/gm)].map(([, name = ""]) => name);
}

/** Passes the password in a file that only we can read: everybody can read a process's arguments. */
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
  if (hasCode(error, "ENOENT")) return "it is not installed (Debian: postgresql-client).";
  return "stderr" in error ? String(error.stderr).trim().slice(0, 500) : error.message;
}
