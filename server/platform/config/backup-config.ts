import { resolve, sep } from "node:path";

import { backupDaysMax } from "#domain/retention.ts";

import { type EnvironmentReader, isTimeOfDay } from "./environment-reader.ts";

export interface BackupConfig {
  /** Null: nobody has asked for daily backups. */
  readonly folder: string | null;
  readonly key: string | null;
  readonly keepDays: number;
  /** Time of day in New Zealand, for example "01:00". */
  readonly at: string;
  /** A PostgreSQL server where drills may create databases. */
  readonly drillDatabaseUrl: string | null;
}

const keyMinLength = 32;

export function readBackup(
  reader: EnvironmentReader,
  dataDir: string,
  engine: "sqlite" | "postgres",
): BackupConfig {
  const folder = reader.optional("BACKUP_DIR");
  const key = reader.optional("BACKUP_KEY");
  if (folder !== null && isInside(resolve(folder), dataDir)) {
    reader.problems.push("BACKUP_DIR must lie outside DATA_DIR, best on another disk");
  }
  if (key !== null && key.length < keyMinLength) {
    reader.problems.push(`BACKUP_KEY must have at least ${keyMinLength} characters`);
  }
  const drillDatabaseUrl = reader.optional("DRILL_DATABASE_URL");
  if (folder !== null && engine === "postgres" && drillDatabaseUrl === null) {
    reader.problems.push("DRILL_DATABASE_URL is required for BACKUP_DIR with PostgreSQL");
  }
  return {
    folder: folder === null ? null : resolve(folder),
    key,
    keepDays: reader.wholeNumber("BACKUP_KEEP_DAYS", backupDaysMax, 1, backupDaysMax),
    at: reader.text("BACKUP_AT", "01:00", isTimeOfDay, "a time in New Zealand such as 01:00"),
    drillDatabaseUrl,
  };
}

function isInside(folder: string, parent: string): boolean {
  return folder === parent || folder.startsWith(parent + sep);
}
