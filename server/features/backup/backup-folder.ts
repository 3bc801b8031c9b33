import { join } from "node:path";

import { dayMs } from "#domain/durations.ts";
import { namesIn } from "#server/platform/files/names-in.ts";

const pattern = /^quadkea-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.backup(\.part)?$/;
/** A backup whose name is further ahead was named by a wrong clock. */
const aheadMs = dayMs;

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

/** A folder that cannot be read may hold a backup of any age. */
export async function oldestBackup(folder: string | null): Promise<Date | null> {
  if (folder === null) return null;
  const backups = await listBackups(folder).catch(() => null);
  return backups === null ? new Date(0) : (backups[0]?.takenAt ?? null);
}

/** Returns the newest complete backup, or null. One from the future counts only if there is no other. */
export async function newestBackup(folder: string, now: Date): Promise<string | null> {
  const backups = (await listBackups(folder)).filter(({ isComplete }) => isComplete);
  const newest = backups.findLast((backup) => !isFromFuture(backup, now)) ?? backups.at(-1);
  return newest?.file ?? null;
}

/** Returns when the newest backup was named that is not from the future; null without a folder. */
export async function newestBackupTime(folder: string | null, now: Date): Promise<Date | null> {
  if (folder === null) return null;
  const times = (await listBackups(folder).catch(() => [])).map(({ takenAt }) => takenAt);
  return times.findLast((takenAt) => takenAt <= now) ?? null;
}

export function isFromFuture({ takenAt }: NamedBackup, now: Date): boolean {
  return takenAt.getTime() > now.getTime() + aheadMs;
}

function namedBackup(folder: string, name: string): NamedBackup | null {
  const [match, year, month, day, hour, minute, second, ms, part] = pattern.exec(name) ?? [];
  if (match === undefined) return null;
  const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return { file: join(folder, name), takenAt, isComplete: part === undefined };
}
