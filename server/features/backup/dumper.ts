import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

import { sql } from "kysely";

import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { withoutTimeouts } from "#server/platform/database/postgres.ts";
import { lockSqliteFile, readSqliteFile } from "#server/platform/database/sqlite.ts";
import { differingTable, tableDigests, type TableDigests } from "#server/platform/database/table-digests.ts";
import { hasCode } from "#server/platform/files/has-code.ts";

import { BadBackup } from "./backup-format.ts";

export interface Dumper {
  /** Writes what is committed at one moment, while the server runs. Returns its digests. */
  dump(file: string): Promise<TableDigests>;
  /** Throws BadBackup if a restore would overwrite something. */
  assertEmpty(): Promise<void>;
  /** Puts all of a dump in place or nothing; throws BadBackup if it does not contain what is expected. */
  load(file: string, expected: TableDigests): Promise<void>;
}

export function dumperOf(database: Config["database"]): Dumper {
  return database.engine === "sqlite" ? sqliteDumper(database.file) : postgresDumper(database.url);
}

function sqliteDumper(database: string): Dumper {
  const assertEmpty = async () => {
    if (existsSync(database)) throw new BadBackup(`There is a database already: ${database}`);
    const left = ["-wal", "-shm", "-journal"].map((end) => database + end).find((one) => existsSync(one));
    // SQLite would write its pages over those of the restored database.
    if (left !== undefined) throw new BadBackup(`A former database left ${left}: move it away.`);
  };
  return {
    assertEmpty,
    dump: (file) => dumpSqlite(database, file),
    async load(file, expected) {
      assertSame(await reading(file, (queries) => differingTable(queries, expected)));
      // No server can start until the file is in place.
      const lock = lockSqliteFile(database);
      try {
        await assertEmpty();
        await rename(file, database);
        await syncFolder(dirname(database));
      } finally {
        lock.close();
      }
    },
  };
}

/**
 * VACUUM INTO reads one snapshot, blocks no writer and leaves deleted rows out. SQLite's backup API starts
 * over with every commit of another process (decision 014).
 */
async function dumpSqlite(database: string, file: string): Promise<TableDigests> {
  if (!existsSync(database)) throw new BadBackup(`There is no database: ${database}`);
  const source = readSqliteFile(database);
  try {
    await sql`vacuum into ${file}`.execute(source);
  } finally {
    await source.destroy();
  }
  return reading(file, tableDigests);
}

/** Throws BadBackup if SQLite finds a fault in the file. */
async function reading<Result>(file: string, read: (queries: Query) => Promise<Result>): Promise<Result> {
  const queries = readSqliteFile(file);
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(queries);
    if (rows[0]?.integrity_check !== "ok") throw new BadBackup("SQLite finds the database damaged.");
    return await read(queries);
  } finally {
    await queries.destroy();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Uses PostgreSQL's own pg_dump and pg_restore, which must be as new as the server. */
function postgresDumper(url: string): Dumper {
  return {
    dump: (file) => withoutTimeouts(url, (queries) => dumpPostgres(queries, url, file)),
    assertEmpty: () => withoutTimeouts(url, assertNoTables),
    async load(file, expected) {
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

function assertSame(differing: string | null): void {
  if (differing !== null) throw new BadBackup(`Table ${differing} does not hold what the manifest says.`);
}
