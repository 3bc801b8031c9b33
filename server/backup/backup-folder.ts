import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const pattern = /^quadkea-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.backup(\.part)?$/;

/** Names sort by age. */
export function backupName(takenAt: Date): string {
  return `quadkea-${takenAt.toISOString().replaceAll(/[-:.]/g, "")}.backup`;
}

/** The newest backup in the folder, or null. */
export async function newestBackup(folder: string): Promise<string | null> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => timeOf(name) !== null);
  const newest = names
    .filter((name) => name.endsWith(".backup"))
    .toSorted()
    .at(-1);
  return newest === undefined ? null : join(folder, newest);
}

/** When the oldest backup in the folder was taken, or null. */
export async function oldestBackup(folder: string): Promise<Date | null> {
  const times = (await readdir(folder).catch(() => [])).map(timeOf).filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Removes backups taken before that moment, and what a killed process left of one; answers how many. */
export async function pruneBackups(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const taken = timeOf(name);
    if (taken === null || taken >= before.getTime()) continue;
    await rm(join(folder, name));
    removed += 1;
  }
  return removed;
}

/** Null for what is no backup of ours. */
function timeOf(name: string): number | null {
  const [match, year, month, day, hour, minute, second, ms] = pattern.exec(name) ?? [];
  return match === undefined
    ? null
    : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}
