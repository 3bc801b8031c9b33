import { readdir } from "node:fs/promises";
import { join } from "node:path";

const pattern = /^quadkea-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.backup(\.part)?$/;
/** A backup whose name is further ahead was named by a clock that was wrong. */
const aheadMs = 24 * 60 * 60_000;

/** A file of ours in the folder, as far as its name tells. */
export interface NamedBackup {
  readonly file: string;
  readonly takenAt: Date;
  /** False while it is written, and for what a killed process left of it. */
  readonly isComplete: boolean;
}

/** Names sort by age. */
export function backupName(takenAt: Date): string {
  return `quadkea-${takenAt.toISOString().replaceAll(/[-:.]/g, "")}.backup`;
}

/** Backups in the folder, oldest first. Other files are left out; a folder that is not there yet has none. */
export async function listBackups(folder: string): Promise<NamedBackup[]> {
  const names: string[] = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return names.toSorted().flatMap((name) => namedBackup(folder, name) ?? []);
}

/** When the oldest backup in the folder was taken, or null. */
export async function oldestBackup(folder: string | null): Promise<Date | null> {
  if (folder === null) return null;
  const [oldest] = await listBackups(folder);
  return oldest?.takenAt ?? null;
}

/** The newest complete backup in the folder, or null. One from the future counts only if there is no other. */
export async function newestBackup(folder: string, now: Date): Promise<string | null> {
  const backups = (await listBackups(folder)).filter(({ isComplete }) => isComplete);
  const newest = backups.findLast((backup) => !isFromFuture(backup, now)) ?? backups.at(-1);
  return newest?.file ?? null;
}

/** When the newest file in the folder was named, as far as that is in the past; null without a folder. */
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
