import { dayMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import type { Database } from "#server/platform/database/database.ts";
import { choreNamed, pastInstant } from "#server/services/schedule/chores.ts";
import type { Services } from "#server/services/services.ts";

const backupStaleMs = 2 * dayMs;

type BackupContext = Pick<Services, "database" | "backsUp" | "now">;

export interface BackupHealth {
  /** Whether the last good backup is at most 2 days old. A new installation gets that time too. */
  readonly good: boolean;
  readonly backedUpAt: Date | null;
  /** Whether the last try failed. */
  readonly hasFailed: boolean;
}

export async function backupHealth({ database, backsUp, now }: BackupContext): Promise<BackupHealth> {
  if (!backsUp) return { good: true, backedUpAt: null, hasFailed: false };
  const chore = await choreNamed(database.reader, "backup");
  const backedUpAt = pastInstant(chore?.done_at ?? null, now());
  const failedAt = pastInstant(chore?.failed_at ?? null, now());
  const since = backedUpAt ?? new Date(chore?.first_at ?? now());
  return {
    good: Math.abs(now().getTime() - since.getTime()) <= backupStaleMs,
    backedUpAt,
    hasFailed: failedAt !== null && (backedUpAt === null || failedAt > backedUpAt),
  };
}

export async function backupNotice(context: BackupContext): Promise<Notice | null> {
  const { good, backedUpAt, hasFailed } = await backupHealth(context);
  if (good && !hasFailed) return null;
  const last =
    backedUpAt === null
      ? "No backup has been taken yet."
      : `The last good backup is of ${formatDay(nzDate(backedUpAt))}.`;
  return {
    id: "backups",
    severity: "danger",
    title: hasFailed ? "The last backup failed." : "Backups are missing.",
    words: `${last} Let the person who runs the server know.`,
  };
}

/** The flag stays until the server is started again. */
export async function damageNotice(database: Pick<Database, "isDamaged">): Promise<Notice | null> {
  if (!database.isDamaged) return null;
  return {
    id: "damaged-database",
    severity: "danger",
    title: "The database is damaged.",
    words:
      "Some of it can no longer be read. Tell the person who runs the server now: they restore a backup (docs/backups.md).",
  };
}
