import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { dayMs, hourMs } from "#domain/durations.ts";
import { submissions } from "#domain/forms/submissions.ts";

import { readManifest, verifyBackupFile } from "./backup-file.ts";
import { backupName, isFromFuture, listBackups, type NamedBackup } from "./backup-folder.ts";
import { BadBackup, WrongKey } from "./backup-format.ts";

/** This many of the newest backups with records stay unless a newer good one has as many. */
const guardedBackups = 7;

/** The next pruning is an hour away, and may fail once: none is kept longer than promised. */
const earlyMs = 2 * hourMs;

export interface Pruning {
  /** Files removed: old backups, and unfinished ones that killed processes left. */
  readonly removed: number;
  /** Old backups that stay because no newer one has as many records. */
  readonly guarded: readonly NamedBackup[];
}

export interface PruneOrder {
  readonly folder: string;
  readonly key: string | null;
  readonly keepDays: number;
}

/** Call it each hour. Removes backups before they are older than `keepDays`, but never the last ones that hold the records. */
export async function pruneBackups({ folder, key, keepDays }: PruneOrder, now: Date): Promise<Pruning> {
  await renameFromFuture(folder, now);
  const backups = await listComplete(folder);
  const oldest = now.getTime() - keepDays * dayMs + earlyMs;
  const isOld = ({ takenAt }: NamedBackup) => takenAt.getTime() < oldest;
  const old = backups.filter(isOld);
  const guarded = old.length === 0 ? [] : await guardedOf(backups, old, key);
  const due = [...(await abandonedIn(folder, now)), ...old.filter((backup) => !guarded.includes(backup))];
  await removeAll(due);
  return { removed: due.length, guarded };
}

async function listComplete(folder: string): Promise<NamedBackup[]> {
  return (await listBackups(folder)).filter(({ isComplete }) => isComplete);
}

/** A backup takes minutes: one still unfinished a day later was left by a killed process. */
async function abandonedIn(folder: string, now: Date): Promise<NamedBackup[]> {
  const unfinished = (await listBackups(folder)).filter(({ isComplete }) => !isComplete);
  return unfinished.filter(({ takenAt }) => Math.abs(now.getTime() - takenAt.getTime()) > dayMs);
}

/** One that cannot be removed keeps no other. */
async function removeAll(backups: readonly NamedBackup[]): Promise<void> {
  const removals = await Promise.allSettled(backups.map(({ file }) => rm(file, { force: true })));
  const failed = removals.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** A backup named by a clock that was ahead would stay for years, with data erased since: it gets today's name. */
async function renameFromFuture(folder: string, now: Date): Promise<void> {
  const future = (await listComplete(folder)).filter((backup) => isFromFuture(backup, now));
  for (const [place, { file }] of future.entries()) {
    const name = backupName(new Date(now.getTime() + place));
    await rename(file, join(dirname(file), name));
  }
}

/**
 * Returns the old backups that must stay because no newer good one has their records. One of the newest
 * seven with records gives way only to one with as many; an older one to half of them, since records also
 * go because they are due or erased. At most fourteen stay.
 */
async function guardedOf(backups: NamedBackup[], old: NamedBackup[], key: string | null) {
  const isAnyGood = rememberingGood(key);
  const counted: { backup: NamedBackup; records: number }[] = [];
  for (const backup of backups) counted.push({ backup, records: await recordsIn(backup, key) });
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
    if (await isAnyGood(newer.map(({ backup }) => backup.file))) continue;
    guarded.push(one.backup);
    staying.push(one);
  }
  return guarded;
}

/**
 * Orders too, which outlive their records. By the manifest; 0 if damaged. 1 if made with a former key, or if the system
 * cannot read it: any newer good backup with records replaces it.
 */
async function recordsIn({ file }: NamedBackup, key: string | null): Promise<number> {
  try {
    // One from before the key was set may be all that holds them, though nobody can vouch for it.
    const { tables } = await readManifest(file, { key, acceptUnencrypted: true });
    const kept = [...submissions.map(({ table }) => table), "orders"];
    return kept.reduce((sum, table) => sum + (tables[table]?.rows ?? 0), 0);
  } catch (error) {
    if (error instanceof WrongKey || isSystemError(error)) return 1;
    if (error instanceof BadBackup) return 0;
    throw error;
  }
}

/** Each file is read once. */
function rememberingGood(key: string | null) {
  const known = new Map<string, boolean>();
  return async (files: readonly string[]): Promise<boolean> => {
    for (const file of files) {
      const isGood = known.get(file) ?? (await isIntact(file, key));
      known.set(file, isGood);
      if (isGood) return true;
    }
    return false;
  };
}

async function isIntact(file: string, key: string | null): Promise<boolean> {
  try {
    await verifyBackupFile(file, { key });
    return true;
  } catch (error) {
    if (error instanceof BadBackup || isSystemError(error)) return false;
    throw error;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
