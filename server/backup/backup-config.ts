import { resolve, sep } from "node:path";

import { backupDaysMax } from "#domain/retention.ts";

import type { EnvironmentReader } from "../environment-reader.ts";

export interface BackupConfig {
  /** Null: nobody has asked for daily backups. */
  readonly folder: string | null;
  readonly key: string | null;
  readonly keepDays: number;
  /** New Zealand time of day, in minutes. */
  readonly at: number;
  /** A PostgreSQL server where drills may create databases. */
  readonly drillDatabaseUrl: string | null;
}

const keyMinLength = 32;

export function readBackup(reader: EnvironmentReader, dataDir: string): BackupConfig {
  const folder = reader.optional("BACKUP_DIR");
  const key = reader.optional("BACKUP_KEY");
  if (folder !== null && isInside(resolve(folder), dataDir)) {
    reader.problems.push("BACKUP_DIR must lie outside DATA_DIR, best on another disk");
  }
  if (key !== null && key.length < keyMinLength) {
    reader.problems.push(`BACKUP_KEY must have at least ${keyMinLength} characters`);
  }
  const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  const [hours, minutes] = reader.text("BACKUP_AT", "01:00", isTime, "a time such as 01:00").split(":");
  return {
    folder: folder === null ? null : resolve(folder),
    key,
    keepDays: reader.wholeNumber("BACKUP_KEEP_DAYS", backupDaysMax, 1, backupDaysMax),
    at: Number(hours) * 60 + Number(minutes),
    drillDatabaseUrl: reader.optional("DRILL_DATABASE_URL"),
  };
}

function isInside(folder: string, parent: string): boolean {
  return folder === parent || folder.startsWith(parent + sep);
}
