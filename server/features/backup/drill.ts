import { join } from "node:path";

import { sql } from "kysely";

import { tablesWithData } from "#server/platform/database/copy-database.ts";
import type { Query } from "#server/platform/database/database.ts";
import { migrationsDone, unknownMigration } from "#server/platform/database/migrate.ts";
import { readSqliteFile } from "#server/platform/database/sqlite.ts";
import { withScratchFolder } from "#server/platform/files/files.ts";

import { extractBackupFile } from "./backup-file.ts";
import { BadBackup, dataFile, type Manifest, type Opening } from "./backup-format.ts";

/** Unpacks a backup below `parent`, proves its database and removes it again. Throws BadBackup. */
export function drillBackup(file: string, opening: Opening, parent: string): Promise<Manifest> {
  return withScratchFolder(parent, (scratch) => extractProven(file, opening, scratch));
}

/** Writes the files of a backup into `folder`; throws BadBackup unless its database is whole and this version reads it. */
export async function extractProven(file: string, opening: Opening, folder: string): Promise<Manifest> {
  const manifest = await extractBackupFile(file, opening, folder);
  await readingWhole(join(folder, dataFile), async (db) => {
    const unknown = unknownMigration("sqlite", await migrationsDone(db));
    if (unknown !== null)
      throw new BadBackup(
        `A newer version of QuadKea made this backup (${unknown}). Nothing was restored: use that version.`,
      );
    const rows = await countRows(db);
    const differing = Object.entries(manifest.rows).find(([table, count]) => rows[table] !== count);
    if (differing !== undefined)
      throw new BadBackup(`Table ${differing[0]} does not hold what the manifest says.`);
  });
  return manifest;
}

/** Throws BadBackup if SQLite finds a fault in the file. */
export async function readingWhole<Result>(
  file: string,
  read: (db: Query) => Promise<Result>,
): Promise<Result> {
  const db = readSqliteFile(file);
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
    if (rows[0]?.integrity_check !== "ok") throw new BadBackup("SQLite finds the database damaged.");
    return await read(db);
  } finally {
    await db.destroy();
  }
}

export async function countRows(db: Query): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tablesWithData(db)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}
