import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { erasuresFile } from "#server/features/retention/erasure-list.ts";
import type { Config } from "#server/platform/config/config.ts";
import { hasCode } from "#server/platform/files/has-code.ts";
import { withScratchFolder } from "#server/platform/files/scratch-folder.ts";
import { syncFolder } from "#server/platform/files/sync-folder.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

import { verifyBackupFile, writeBackupFile } from "./backup-file.ts";
import { backupName } from "./backup-folder.ts";
import { dataFiles, type FileName, type Manifest } from "./backup-format.ts";
import { dumperOf } from "./dumper.ts";

export interface BackupOrder {
  readonly database: Config["database"];
  readonly dataDir: string;
  readonly folder: string;
  readonly key: string | null;
}

export interface Backup {
  readonly file: string;
  readonly manifest: Manifest;
}

/** The file gets its name once it has been read back. The process must end soon after `stopping`. */
export function takeBackup(order: BackupOrder, now: Date, stopping?: AbortSignal): Promise<Backup> {
  const file = join(order.folder, backupName(now));
  const unfinished = `${file}.part`;
  return withScratchFolder(order.dataDir, async (scratch) => {
    try {
      const manifest = await untilStopped(stopping, () => write(order, now, scratch, unfinished));
      await rename(unfinished, file);
      syncFolder(order.folder);
      return { file, manifest };
    } finally {
      await rm(unfinished, { force: true });
    }
  });
}

async function write(order: BackupOrder, now: Date, scratch: string, file: string): Promise<Manifest> {
  const { database, dataDir, folder, key } = order;
  const { engine } = database;
  const dataFile = dataFiles[engine];
  const dumper = await dumperOf(database);
  const tables = await dumper.dump(join(scratch, dataFile));
  const files: FileName[] = [dataFile];
  for (const name of [secretsFile, erasuresFile] as const) {
    if (await copyIfThere(join(dataDir, name), join(scratch, name))) files.push(name);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeBackupFile(file, scratch, { created_at: now.toISOString(), engine, files, tables }, key);
  return verifyBackupFile(file, { key });
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
