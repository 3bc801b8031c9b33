import { constants } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { erasuresFile } from "#server/features/retention/erasure-list.ts";
import type { Config } from "#server/platform/config/config.ts";
import { namesIn } from "#server/platform/files/names-in.ts";
import { isScratch, removeScratch, withScratchFolder } from "#server/platform/files/scratch-folder.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

import { extractBackupFile, verifyBackupFile } from "./backup-file.ts";
import { BadBackup, dataFiles, type Manifest, type Opening } from "./backup-format.ts";
import { type Dumper, dumperOf } from "./dumper.ts";
import { beginRestore, endRestore } from "./unfinished-restore.ts";

export type RestoreTarget = Pick<Config, "database" | "dataDir">;

/**
 * Verifies the whole backup before it touches anything; throws BadBackup if it must not go on. No server may start on the
 * restored database until `finishRestore` has run.
 */
export async function restoreBackup(
  file: string,
  opening: Opening,
  target: RestoreTarget,
  stopping?: AbortSignal,
): Promise<Manifest> {
  const manifest = await untilStopped(stopping, () => verifyBackupFile(file, opening));
  const { database, dataDir } = target;
  const { engine } = database;
  if (manifest.engine !== engine) {
    throw new BadBackup(`This backup is of ${manifest.engine}, but DATABASE_URL names ${engine}.`);
  }
  await assertNothingIn(dataDir);
  const dumper = await dumperOf(database);
  await dumper.assertEmpty();
  await removeScratch(dataDir); // Of a killed restore: no database is here that a server could be backing up.
  // On the database's own file system, so that a rename can put the file in place.
  const parent = engine === "sqlite" ? dirname(database.file) : dataDir;
  await withScratchFolder(parent, async (scratch) => {
    await untilStopped(stopping, () => extractBackupFile(file, opening, scratch));
    const load = () => dumper.load(join(scratch, dataFiles[engine]), manifest.tables);
    await whileUnfinished(dataDir, dumper, () =>
      holdsSecrets(manifest) ? withSecrets(join(scratch, secretsFile), dataDir, load) : load(),
    );
  });
  return manifest;
}

export function holdsSecrets({ files }: Manifest): boolean {
  return files.includes(secretsFile);
}

/** If `load` fails, servers may start again unless something is in the database. */
async function whileUnfinished(dataDir: string, dumper: Dumper, load: () => Promise<void>): Promise<void> {
  await beginRestore(dataDir);
  try {
    await load();
  } catch (error) {
    const isEmpty = await dumper.assertEmpty().then(
      () => true,
      () => false,
    );
    if (isEmpty) await endRestore(dataDir);
    throw error;
  }
}

/** Puts the secrets in place first: a server that finds a database without them would generate others. */
async function withSecrets(source: string, dataDir: string, load: () => Promise<void>): Promise<void> {
  const secrets = join(dataDir, secretsFile);
  await copyFile(source, secrets, constants.COPYFILE_EXCL);
  try {
    await load();
  } catch (error) {
    await rm(secrets);
    throw error;
  }
}

/** A list of erasures may stay: the restore repeats them. So may what a killed one unpacked. */
async function assertNothingIn(dataDir: string): Promise<void> {
  const name = (await namesIn(dataDir)).find((one) => one !== erasuresFile && !isScratch(one));
  if (name === undefined) return;
  throw new BadBackup(
    `DATA_DIR is not empty: ${join(dataDir, name)}. Stop the server, move what is there away, and restore again.`,
  );
}
