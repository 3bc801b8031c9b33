import { join } from "node:path";

import { namesIn } from "#server/platform/files/files.ts";

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
