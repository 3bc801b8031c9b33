import { existsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

import { sql } from "kysely";

import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { migrationsDone } from "#server/platform/database/migrate.ts";
import { lockSqliteFile, readSqliteFile } from "#server/platform/database/sqlite.ts";
import { differingTable, tableDigests, type TableDigests } from "#server/platform/database/table-digests.ts";

import { assertKnown, assertSame, BadBackup } from "./backup-format.ts";

export interface Dumper {
  /** Writes what is committed at one moment, while the server runs. Returns its digests. */
  dump(file: string): Promise<TableDigests>;
  /** Throws BadBackup if a restore would overwrite something. */
  assertEmpty(): Promise<void>;
  /** Puts all of a dump in place or nothing; throws BadBackup if it does not contain what is expected. */
  load(file: string, expected: TableDigests): Promise<void>;
}

export async function dumperOf(database: Config["database"]): Promise<Dumper> {
  if (database.engine === "sqlite") return sqliteDumper(database.file);
  const { postgresDumper } = await import("./postgres-dumper.ts"); // With the client, only if it is used.
  return postgresDumper(database.url);
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
      await reading(file, async (queries) => {
        assertKnown("sqlite", await migrationsDone(queries));
        assertSame(await differingTable(queries, expected));
      });
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
