import { existsSync } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { sql } from "kysely";

import { erasuresFile } from "#server/features/retention/erasures.ts";
import { tablesWithData } from "#server/platform/database/copy-database.ts";
import type { Query } from "#server/platform/database/database.ts";
import { schemaProblem } from "#server/platform/database/migrate.ts";
import { readSqliteFile } from "#server/platform/database/sqlite.ts";
import { hasCode, prepareFolder, syncFolder, withScratchFolder } from "#server/platform/files/files.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";
import { folderStore } from "#server/services/photos/photo-store.ts";

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
import { copyPhotos, named, openCopies, photosIn } from "./photo-copies.ts";

export interface BackupOrder {
  /** The SQLite file. */
  readonly database: string;
  readonly dataDir: string;
  /** The folder of photos; null if a bucket keeps them. */
  readonly photos: string | null;
  readonly folder: string;
  readonly key: string | null;
  readonly at: Date;
}

export interface Backup {
  readonly file: string;
  readonly manifest: Manifest;
  /** Ids of photos that have no file: they are lost, and keep no backup from being taken. */
  readonly missingPhotos: readonly string[];
}

/** The file gets its name once it has passed a drill. The process must end soon after `stopping`. */
export function takeBackup(order: BackupOrder, stopping?: AbortSignal): Promise<Backup> {
  const file = join(order.folder, backupName(order.at));
  const unfinished = `${file}.part`;
  return withScratchFolder(order.dataDir, async (scratch) => {
    try {
      const done = await untilStopped(stopping, async () => {
        const missingPhotos = await write(order, scratch, unfinished);
        const unpacked = (parent: string) => extractProven(unfinished, { key: order.key }, parent);
        return { missingPhotos, manifest: await withScratchFolder(scratch, unpacked) };
      });
      await rename(unfinished, file);
      syncFolder(order.folder);
      return { file, ...done };
    } finally {
      await rm(unfinished, { force: true });
    }
  });
}

/** Returns the ids of photos that have no file. */
async function write(order: BackupOrder, scratch: string, file: string): Promise<string[]> {
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
  await prepareFolder(folder, "BACKUP_DIR");
  const photos = await readingFile(copy, photosIn);
  const from = order.photos === null ? null : folderStore(order.photos);
  const missing = from === null ? [] : await copyPhotos({ folder, key }, photos, from, at);
  const count = from === null ? null : photos.length;
  await writeBackupFile(file, scratch, { created_at: at.toISOString(), files, rows, photos: count }, key);
  return missing;
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

/** Unpacks a backup below `parent`, proves its database and its photos, and removes it again. Throws BadBackup. */
export function drillBackup(file: string, opening: Opening, parent: string): Promise<Manifest> {
  return withScratchFolder(parent, async (scratch) => {
    const manifest = await extractProven(file, opening, scratch);
    if (manifest.photos === null) return manifest;
    const photos = await readingFile(join(scratch, dataFile), photosIn);
    const damaged = await openCopies({ ...opening, folder: dirname(file) }, photos);
    if (damaged.length === 0) return manifest;
    throw new BadBackup(
      `The database is whole, but photos have no good copy (${damaged.length} of ${photos.length}): ${named(damaged)}. Remove what is left of such a copy, and the next backup makes it again.`,
    );
  });
}

/** Writes the files of a backup into `folder`; throws BadBackup unless its database is whole and this version reads it. */
export async function extractProven(file: string, opening: Opening, folder: string): Promise<Manifest> {
  const manifest = await readBackupFile(file, opening, folder);
  await readingFile(join(folder, dataFile), async (db) => {
    const { rows: found } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
    if (found[0]?.integrity_check !== "ok") throw new BadBackup("SQLite finds the database damaged.");
    const problem = await schemaProblem(db, "sqlite");
    if (problem !== null) throw new BadBackup(`Nothing was restored. ${problem}`);
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
