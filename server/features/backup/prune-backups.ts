import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { submissions } from "#domain/forms/submissions.ts";

import { readManifest, verifyBackupFile } from "./backup-file.ts";
import { backupName, isFromFuture, listBackups, type NamedBackup } from "./backup-folder.ts";
import { BadBackup } from "./bad-backup.ts";

const dayMs = 24 * 60 * 60_000;
/** So many of the newest backups that hold records stay, unless a newer good one holds as many. */
const guardedBackups = 7;

export interface Pruning {
  /** Files removed: old backups, and what killed processes left of one. */
  readonly removed: number;
  /** Backups that are older than asked for and stay, because no newer one holds as many records. */
  readonly guarded: readonly NamedBackup[];
}

export interface PruneOrder {
  readonly folder: string;
  readonly key: string | null;
  readonly keepDays: number;
}

/** Removes what is older than so many days, but never the last backups that hold the records. */
export async function pruneBackups({ folder, key, keepDays }: PruneOrder, now: Date): Promise<Pruning> {
  let removed = await removeUnfinished(folder, now);
  await renameFromFuture(folder, now);
  const backups = await listComplete(folder);
  const isOld = ({ takenAt }: NamedBackup) => takenAt.getTime() < now.getTime() - keepDays * dayMs;
  const old = backups.filter(isOld);
  const guarded = old.length === 0 ? [] : await guardedOf(backups, old, key);
  for (const backup of old) {
    if (guarded.includes(backup)) continue;
    await rm(backup.file, { force: true });
    removed += 1;
  }
  return { removed, guarded };
}

async function listComplete(folder: string): Promise<NamedBackup[]> {
  return (await listBackups(folder)).filter(({ isComplete }) => isComplete);
}

/** A backup takes minutes: what is still unfinished a day later was left by a process that was killed. */
async function removeUnfinished(folder: string, now: Date): Promise<number> {
  const unfinished = (await listBackups(folder)).filter(({ isComplete }) => !isComplete);
  const left = unfinished.filter(({ takenAt }) => Math.abs(now.getTime() - takenAt.getTime()) > dayMs);
  for (const { file } of left) await rm(file, { force: true });
  return left.length;
}

/**
 * A backup named while the clock was ahead would stay for years, and with it what has been erased since.
 * From today on it ages like the others; its manifest still says what the clock said then.
 */
async function renameFromFuture(folder: string, now: Date): Promise<void> {
  const future = (await listComplete(folder)).filter((backup) => isFromFuture(backup, now));
  for (const [place, { file }] of future.entries()) {
    const name = backupName(new Date(now.getTime() + place));
    await rename(file, join(dirname(file), name));
  }
}

/**
 * Of the old ones, those whose records no newer good backup that stays is known to hold. One of the newest
 * seven with records makes way for as many records only; an older one for half of them, since records
 * also go because they are due, or erased. Fourteen stay at most.
 */
async function guardedOf(backups: NamedBackup[], old: NamedBackup[], key: string | null) {
  const isGood = rememberingGood(key);
  const counted = await Promise.all(
    backups.map(async (backup) => ({ backup, records: await recordsIn(backup) })),
  );
  const full = counted.filter(({ records }) => records > 0).toReversed();
  const staying = full.filter(({ backup }) => !old.includes(backup));
  const guarded: NamedBackup[] = [];
  for (const [place, one] of full.entries()) {
    if (!old.includes(one.backup)) continue;
    if (guarded.length === 2 * guardedBackups) break;
    const needed = place < guardedBackups ? one.records : one.records / 2;
    const newer = staying.filter(
      (other) => other.backup.takenAt > one.backup.takenAt && other.records >= needed,
    );
    if (await isAny(newer, ({ backup }) => isGood(backup))) continue;
    guarded.push(one.backup);
    staying.push(one);
  }
  return guarded;
}

async function isAny<Item>(
  items: readonly Item[],
  holds: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (await holds(item)) return true;
  return false;
}

/** How many records a backup holds, as it says itself; 0 if it is damaged. */
async function recordsIn({ file }: NamedBackup): Promise<number> {
  try {
    const { tables } = await readManifest(file);
    return submissions.reduce((sum, { table }) => sum + (tables[table]?.rows ?? 0), 0);
  } catch (error) {
    if (error instanceof BadBackup) return 0;
    throw error;
  }
}

/** Verifies each backup once. */
function rememberingGood(key: string | null) {
  const known = new Map<string, boolean>();
  return async ({ file }: NamedBackup): Promise<boolean> => {
    const isGood = known.get(file) ?? (await isIntact(file, key));
    known.set(file, isGood);
    return isGood;
  };
}

async function isIntact(file: string, key: string | null): Promise<boolean> {
  try {
    await verifyBackupFile(file, { key });
    return true;
  } catch (error) {
    if (error instanceof BadBackup) return false;
    throw error;
  }
}
