import { existsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

import { sql } from "kysely";

import type { Query } from "#server/platform/database/database.ts";
import { lockSqliteFile, readSqliteFile } from "#server/platform/database/sqlite.ts";
import { differingTable, tableDigests, type TableDigests } from "#server/platform/database/table-digests.ts";

import { BadBackup } from "./bad-backup.ts";
import type { Dumper } from "./dumper.ts";

export function sqliteDumper(database: string): Dumper {
  const assertEmpty = async () => {
    if (existsSync(database)) throw new BadBackup(`There is a database already: ${database}`);
  };
  return {
    assertEmpty,
    dump: (file) => dump(database, file),
    async load(file, expected) {
      await assertHolds(file, expected);
      // A server that starts meanwhile is refused.
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
 * VACUUM INTO reads one snapshot, makes no writer wait and leaves no deleted rows in the copy. SQLite's
 * backup API starts over with every commit of another process (decision 024).
 */
async function dump(database: string, file: string): Promise<TableDigests> {
  if (!existsSync(database)) throw new BadBackup(`There is no database: ${database}`);
  const source = readSqliteFile(database);
  try {
    await sql`vacuum into ${file}`.execute(source.queries);
  } finally {
    await source.close();
  }
  return reading(file, tableDigests);
}

async function assertHolds(file: string, expected: TableDigests): Promise<void> {
  const differing = await reading(file, (queries) => differingTable(queries, expected));
  if (differing !== null) throw new BadBackup(`Table ${differing} does not hold what the manifest says.`);
}

/** Reads a file that SQLite finds no fault with. */
async function reading<Result>(file: string, read: (queries: Query) => Promise<Result>): Promise<Result> {
  const { queries } = readSqliteFile(file);
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
