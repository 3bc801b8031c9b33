import { rm } from "node:fs/promises";
import { join } from "node:path";

import { dayMs, hourMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { backupDaysMax } from "#domain/retention.ts";
import type { Config } from "#server/platform/config/config.ts";
import { namesIn } from "#server/platform/files/files.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { readBackupFile } from "./backup-file.ts";
import { pruneCopies } from "./photo-copies.ts";

const pattern = /^quadkea-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.backup(\.part)?$/;

export interface NamedBackup {
  readonly file: string;
  readonly takenAt: Date;
  /** False while it is being written, and if a killed process left it. */
  readonly isComplete: boolean;
}

/** Names sort by age. */
export function backupName(takenAt: Date): string {
  return `quadkea-${takenAt.toISOString().replaceAll(/[-:.]/g, "")}.backup`;
}

/** Lists the backups in the folder, oldest first. A folder that does not exist yet has none. */
export async function listBackups(folder: string): Promise<NamedBackup[]> {
  return (await namesIn(folder)).toSorted().flatMap((name) => namedBackup(folder, name) ?? []);
}

function namedBackup(folder: string, name: string): NamedBackup | null {
  const [match, year, month, day, hour, minute, second, ms, part] = pattern.exec(name) ?? [];
  if (match === undefined) return null;
  const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return { file: join(folder, name), takenAt, isComplete: part === undefined };
}

/** This many of the newest good backups stay whatever their age. */
const keptAlways = 7;

/** The next pruning is an hour away, and may fail once: none is kept longer than promised. */
const earlyMs = 2 * hourMs;

interface PruneContext {
  readonly config: Config;
  readonly log: Pick<Log, "info">;
  readonly now: () => Date;
}

/** Removes backups before they are older than BACKUP_KEEP_DAYS, and unfinished ones that killed processes left. */
export async function pruneBackups({ config, log, now }: PruneContext): Promise<void> {
  const { folder, key, keepDays } = config.backup;
  if (folder === null) return;
  const all = await listBackups(folder);
  const isOld = ({ takenAt }: NamedBackup) =>
    takenAt.getTime() < now().getTime() - keepDays * dayMs + earlyMs;
  const complete = all.filter(({ isComplete }) => isComplete);
  const kept = complete.some(isOld) ? await newestGood(complete, key) : complete;
  // A backup takes minutes.
  const abandoned = all.filter(
    ({ isComplete, takenAt }) => !isComplete && Math.abs(now().getTime() - takenAt.getTime()) > dayMs,
  );
  const due = [...abandoned, ...complete.filter((backup) => isOld(backup) && !kept.includes(backup))];
  await Promise.all(due.map(({ file }) => rm(file, { force: true }))); // A file that cannot be removed keeps no other.
  if (due.length > 0) log.info({ removed: due.length }, "old backups removed");
  const oldest = complete.find((backup) => !due.includes(backup));
  if (oldest !== undefined) await pruneCopies(folder, oldest.takenAt);
}

const knownGood = new Set<string>();

/** Reads each file once. */
async function newestGood(backups: readonly NamedBackup[], key: string | null): Promise<NamedBackup[]> {
  const good: NamedBackup[] = [];
  for (const backup of backups.toReversed()) {
    if (good.length === keptAlways) break;
    const isGood =
      knownGood.has(backup.file) ||
      (await readBackupFile(backup.file, { key, acceptUnencrypted: true }, null).then(
        () => true,
        () => false,
      ));
    if (!isGood) continue;
    knownGood.add(backup.file);
    good.push(backup);
  }
  return good;
}

/** The privacy page promises that backups are destroyed in time. */
export async function oldBackupsNotice(folder: string | null, now: Date): Promise<Notice | null> {
  const backups = folder === null ? [] : await listBackups(folder).catch(() => []); // Backups fail there too.
  const old = backups.filter(({ takenAt }) => takenAt.getTime() < now.getTime() - backupDaysMax * dayMs);
  if (old.length === 0) return null;
  return {
    id: "old-backups",
    severity: "warn",
    title: "Old backups are kept.",
    words:
      `Backups of more than ${backupDaysMax} days ago are still there: ${old.length}. Either they could not be removed, ` +
      `or there are not yet ${keptAlways} newer good ones. The privacy page promises that they go: tell the person who ` +
      "runs the server.",
  };
}
