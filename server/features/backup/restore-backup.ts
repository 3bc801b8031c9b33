import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { erasuresFile } from "#server/features/retention/erasure-file.ts";
import type { Config } from "#server/platform/config/config.ts";
import { withScratchFolder } from "#server/platform/files/scratch-folder.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

import { extractBackupFile, type Opening, verifyBackupFile } from "./backup-file.ts";
import { BadBackup } from "./bad-backup.ts";
import { dumperOf } from "./dumper.ts";
import type { Manifest } from "./manifest.ts";

/** Where a backup is to come to life. */
export type RestoreTarget = Pick<Config, "database" | "dataDir">;

/** Reads and verifies all of the backup before it touches anything; throws BadBackup where it must not go on. */
export async function restoreBackup(
  file: string,
  opening: Opening,
  target: RestoreTarget,
): Promise<Manifest> {
  const manifest = await verifyBackupFile(file, opening);
  const { database, dataDir } = target;
  if (manifest.engine !== database.engine) {
    throw new BadBackup(`This backup is of ${manifest.engine}, but DATABASE_URL names ${database.engine}.`);
  }
  await assertNothingIn(dataDir);
  const dumper = dumperOf(database);
  await dumper.assertEmpty();
  // Beside the database file, so that it can be moved into place at once.
  const beside = database.engine === "sqlite" ? dirname(database.file) : dataDir;
  await withScratchFolder(beside, async (scratch) => {
    await extractBackupFile(file, opening, scratch);
    const load = () => dumper.load(join(scratch, "database"), manifest.tables);
    if (holdsSecrets(manifest)) await withSecrets(join(scratch, secretsFile), dataDir, load);
    else await load();
  });
  return manifest;
}

export function holdsSecrets(manifest: Manifest): boolean {
  return manifest.parts.some((part) => part.name === secretsFile);
}

/** The secrets are there first: a server that finds a database without them would make up others. */
async function withSecrets(source: string, dataDir: string, load: () => Promise<void>): Promise<void> {
  const secrets = join(dataDir, secretsFile);
  await mkdir(dataDir, { recursive: true });
  await copyFile(source, secrets, constants.COPYFILE_EXCL);
  try {
    await load();
  } catch (error) {
    await rm(secrets);
    throw error;
  }
}

/** A list of erasures stays: the restore repeats them. */
async function assertNothingIn(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  const name = names.find((one) => one !== erasuresFile);
  if (name === undefined) return;
  throw new BadBackup(
    `DATA_DIR is not empty: ${join(dataDir, name)}. Stop the server, move what is there away, and restore again.`,
  );
}
