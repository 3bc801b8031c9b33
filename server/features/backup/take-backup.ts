import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Config } from "#server/platform/config/config.ts";
import { withScratchFolder } from "#server/platform/files/scratch-folder.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

import { sha256Of, verifyBackupFile, writeBackupFile } from "./backup-file.ts";
import { backupName } from "./backup-folder.ts";
import { dumperOf } from "./dumper.ts";
import type { Manifest, Part, PartName } from "./manifest.ts";

/** What to back up, and where to. */
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

/**
 * Backs up all that a restore needs, while the server goes on; a file has its name once it is known to be
 * good. `stopping` stops it; the process must end soon after.
 */
export function takeBackup(order: BackupOrder, now: Date, stopping?: AbortSignal): Promise<Backup> {
  const file = join(order.folder, backupName(now));
  const unfinished = `${file}.part`;
  return withScratchFolder(order.dataDir, async (scratch) => {
    try {
      const manifest = await untilStopped(stopping, () => write(order, now, scratch, unfinished));
      await rename(unfinished, file);
      return { file, manifest };
    } finally {
      await rm(unfinished, { force: true });
    }
  });
}

/** Writes the file and reads it back. */
async function write(order: BackupOrder, now: Date, scratch: string, file: string): Promise<Manifest> {
  const { database, dataDir, folder, key } = order;
  const tables = await dumperOf(database).dump(join(scratch, "database"));
  const parts = [await describePart(scratch, "database"), ...(await copySecrets(dataDir, scratch))];
  const draft = { created_at: now.toISOString(), engine: database.engine, parts, tables };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeBackupFile(file, scratch, draft, key);
  return verifyBackupFile(file, { key });
}

/** Without them nobody could open what is sealed. There is no file where the environment gives them. */
async function copySecrets(dataDir: string, scratch: string): Promise<Part[]> {
  try {
    await copyFile(join(dataDir, secretsFile), join(scratch, secretsFile));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  return [await describePart(scratch, secretsFile)];
}

async function describePart(folder: string, name: PartName): Promise<Part> {
  const file = join(folder, name);
  return { name, bytes: (await stat(file)).size, sha256: await sha256Of(file) };
}
