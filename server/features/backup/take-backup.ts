import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { sql } from "kysely";

import { erasuresFile } from "#server/features/retention/erasures.ts";
import { readSqliteFile } from "#server/platform/database/sqlite.ts";
import { hasCode, syncFolder, withScratchFolder } from "#server/platform/files/files.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

import { writeBackupFile } from "./backup-file.ts";
import { backupName } from "./backup-folder.ts";
import { BadBackup, dataFile, type FileName, type Manifest } from "./backup-format.ts";
import { countRows, drillBackup, readingWhole } from "./drill.ts";

export interface BackupOrder {
  /** The SQLite file. */
  readonly database: string;
  readonly dataDir: string;
  readonly folder: string;
  readonly key: string | null;
}

export interface Backup {
  readonly file: string;
  readonly manifest: Manifest;
}

/** The file gets its name once it has passed a drill. The process must end soon after `stopping`. */
export function takeBackup(order: BackupOrder, now: Date, stopping?: AbortSignal): Promise<Backup> {
  const file = join(order.folder, backupName(now));
  const unfinished = `${file}.part`;
  return withScratchFolder(order.dataDir, async (scratch) => {
    try {
      const manifest = await untilStopped(stopping, async () => {
        await write(order, now, scratch, unfinished);
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

async function write(order: BackupOrder, now: Date, scratch: string, file: string): Promise<void> {
  const { database, dataDir, folder, key } = order;
  const copy = join(scratch, dataFile);
  await copyDatabase(database, copy);
  const rows = await readingWhole(copy, countRows);
  const files: FileName[] = [dataFile];
  for (const name of [secretsFile, erasuresFile] as const) {
    if (await copyIfThere(join(dataDir, name), join(scratch, name))) files.push(name);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeBackupFile(file, scratch, { created_at: now.toISOString(), files, rows }, key);
}

/** VACUUM INTO reads one snapshot, blocks no writer and leaves deleted rows out (decision 014). */
async function copyDatabase(database: string, file: string): Promise<void> {
  if (!existsSync(database)) throw new BadBackup(`There is no database: ${database}`);
  const source = readSqliteFile(database);
  try {
    await sql`vacuum into ${file}`.execute(source);
  } finally {
    await source.destroy();
  }
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
