import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { sql } from "kysely";

import { erasuresFile } from "#server/features/retention/erasures.ts";
import { tablesWithData } from "#server/platform/database/copy-database.ts";
import type { Query } from "#server/platform/database/database.ts";
import { migrationsDone, unknownMigration } from "#server/platform/database/migrate.ts";
import { readSqliteFile } from "#server/platform/database/sqlite.ts";
import { hasCode, syncFolder, withScratchFolder } from "#server/platform/files/files.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

import {
  BadBackup,
  dataFile,
  type FileName,
  type Manifest,
  type Opening,
  readBackupFile,
  writeBackupFile,
} from "./backup-file.ts";
import { backupName } from "./backup-folder.ts";

export interface BackupOrder {
  /** The SQLite file. */
  readonly database: string;
  readonly dataDir: string;
  readonly folder: string;
  readonly key: string | null;
  readonly at: Date;
}

export interface Backup {
  readonly file: string;
  readonly manifest: Manifest;
}

/** The file gets its name once it has passed a drill. The process must end soon after `stopping`. */
export function takeBackup(order: BackupOrder, stopping?: AbortSignal): Promise<Backup> {
  const file = join(order.folder, backupName(order.at));
  const unfinished = `${file}.part`;
  return withScratchFolder(order.dataDir, async (scratch) => {
    try {
      const manifest = await untilStopped(stopping, async () => {
        await write(order, scratch, unfinished);
        return drillBackup(unfinished, { key: order.key }, scratch);
      });
      await rename(unfinished, file);
      syncFolder(order.folder);
      return { file, manifest };
    } finally {
      await rm(unfinished, { force: true });
    }
  });
}

async function write(order: BackupOrder, scratch: string, file: string): Promise<void> {
  const { database, dataDir, folder, key, at } = order;
  const copy = join(scratch, dataFile);
  if (!existsSync(database)) throw new BadBackup(`There is no database: ${database}`);
  // Reads one snapshot, blocks no writer and leaves deleted rows out (decision 014).
  await readingFile(database, (db) => sql`vacuum into ${copy}`.execute(db));
  const rows = await readingFile(copy, countRows);
  const files: FileName[] = [dataFile];
  for (const name of [secretsFile, erasuresFile] as const) {
    if (await copyIfThere(join(dataDir, name), join(scratch, name))) files.push(name);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeBackupFile(file, scratch, { created_at: at.toISOString(), files, rows }, key);
}

/** Secrets that come from the environment are in no file, and without an erasure there is no list of them. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

/** Unpacks a backup below `parent`, proves its database and removes it again. Throws BadBackup. */
export function drillBackup(file: string, opening: Opening, parent: string): Promise<Manifest> {
  return withScratchFolder(parent, (scratch) => extractProven(file, opening, scratch));
}

/** Writes the files of a backup into `folder`; throws BadBackup unless its database is whole and this version reads it. */
export async function extractProven(file: string, opening: Opening, folder: string): Promise<Manifest> {
  const manifest = await readBackupFile(file, opening, folder);
  await readingFile(join(folder, dataFile), async (db) => {
    const { rows: found } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
    if (found[0]?.integrity_check !== "ok") throw new BadBackup("SQLite finds the database damaged.");
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

async function readingFile<Result>(file: string, read: (db: Query) => Promise<Result>): Promise<Result> {
  const db = readSqliteFile(file);
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

async function countRows(db: Query): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tablesWithData(db)) {
    const all = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`;
    counts[name] = (await all.execute(db)).rows[0]?.count ?? 0;
  }
  return counts;
}
