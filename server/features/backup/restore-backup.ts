import { existsSync } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { erasuresFile } from "#server/features/retention/erasures.ts";
import { lockSqliteFile } from "#server/platform/database/sqlite.ts";
import { isScratch, namesIn, syncFolder, withScratchFolder } from "#server/platform/files/files.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import { type Secrets, secretsFile } from "#server/platform/secrets/installation-secrets.ts";

import { BadBackup, dataFile, type Manifest, type Opening } from "./backup-format.ts";
import { extractProven } from "./drill.ts";
import { beginRestore, endRestore } from "./unfinished-restore.ts";

export interface RestoreTarget {
  /** The SQLite file. */
  readonly database: string;
  readonly dataDir: string;
  /** Those of the environment. */
  readonly secrets: { readonly [Name in keyof Secrets]: string | null };
}

/**
 * Proves the whole backup before it touches anything; throws BadBackup if it must not go on. No server may start on the
 * restored database until `finishRestore` has run.
 */
export async function restoreBackup(
  file: string,
  opening: Opening,
  target: RestoreTarget,
  stopping?: AbortSignal,
): Promise<Manifest> {
  const { database, dataDir } = target;
  await assertNothingIn(dataDir);
  assertNoDatabase(database);
  // On the database's own file system, so that a rename can put the file in place.
  return withScratchFolder(dirname(database), async (scratch) => {
    const manifest = await untilStopped(stopping, () => extractProven(file, opening, scratch));
    const hasSecrets = manifest.files.includes(secretsFile);
    if (!hasSecrets && Object.values(target.secrets).includes(null))
      throw new BadBackup(
        "This backup holds no secrets: set the ANON_KEY, SESSION_SECRET and LINK_SECRET it was made with.",
      );
    await beginRestore(dataDir);
    // First: a server that finds a database without its secrets would generate others.
    if (hasSecrets) await copyFile(join(scratch, secretsFile), join(dataDir, secretsFile));
    try {
      await putInPlace(join(scratch, dataFile), database);
    } catch (error) {
      if (hasSecrets) await rm(join(dataDir, secretsFile));
      await endRestore(dataDir);
      throw error;
    }
    return manifest;
  });
}

/** No server can start until the file is in place. */
async function putInPlace(file: string, database: string): Promise<void> {
  const lock = lockSqliteFile(database);
  try {
    assertNoDatabase(database);
    await rename(file, database);
    syncFolder(dirname(database));
  } finally {
    lock.close();
  }
}

function assertNoDatabase(database: string): void {
  if (existsSync(database)) throw new BadBackup(`There is a database already: ${database}`);
  const left = ["-wal", "-shm", "-journal"].map((end) => database + end).find((one) => existsSync(one));
  // SQLite would write its pages over those of the restored database.
  if (left !== undefined) throw new BadBackup(`A former database left ${left}: move it away.`);
}

/** A list of erasures may stay: the restore erases them again. So may what a killed one unpacked. */
async function assertNothingIn(dataDir: string): Promise<void> {
  const name = (await namesIn(dataDir)).find((one) => one !== erasuresFile && !isScratch(one));
  if (name === undefined) return;
  throw new BadBackup(
    `DATA_DIR is not empty: ${join(dataDir, name)}. Stop the server, move what is there away, and restore again.`,
  );
}
