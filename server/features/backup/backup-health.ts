import { dayMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import type { Database } from "#server/platform/database/database.ts";
import { choreNamed, lastDone } from "#server/services/schedule/chores.ts";
import type { Services } from "#server/services/services.ts";

const drillStaleMs = 8 * dayMs;
const backupStaleMs = 2 * dayMs;

type BackupContext = Pick<Services, "database" | "backsUp" | "now">;

/** Whether there are backups, and a drill has proven them lately. Instants are ISO 8601, UTC. */
export interface BackupHealth {
  readonly good: boolean;
  /** The last good drill and the last good backup. */
  readonly drilledAt: string | null;
  readonly backedUpAt: string | null;
  /** Whether the last try to take one failed. */
  readonly hasFailed: boolean;
}

/**
 * Backups are good while the last one is at most 2 days old and the last passed drill at most 8. A new installation gets
 * that time too.
 */
export async function backupHealth({ database, backsUp, now }: BackupContext): Promise<BackupHealth> {
  if (!backsUp) return { good: true, drilledAt: null, backedUpAt: null, hasFailed: false };
  const backup = await choreNamed(database.reader, "backup");
  const doneAt = async (name: "drill" | "backup-failed") =>
    lastDone(await choreNamed(database.reader, name), now());
  const [drilledAt, failedAt, backedUpAt] = [
    await doneAt("drill"),
    await doneAt("backup-failed"),
    lastDone(backup, now()),
  ];
  const begun = new Date(backup?.first_at ?? now());
  const isRecent = (done: Date | null, mostMs: number) => Math.abs(+now() - +(done ?? begun)) <= mostMs;
  return {
    good: isRecent(drilledAt, drillStaleMs) && isRecent(backedUpAt, backupStaleMs),
    drilledAt: drilledAt?.toISOString() ?? null,
    backedUpAt: backedUpAt?.toISOString() ?? null,
    hasFailed: failedAt !== null && (backedUpAt === null || failedAt > backedUpAt),
  };
}

export async function backupNotice(context: BackupContext): Promise<Notice | null> {
  const { good, drilledAt, backedUpAt, hasFailed } = await backupHealth(context);
  if (good && !hasFailed) return null;
  const day = (instant: string) => formatDay(nzDate(new Date(instant)));
  const backup =
    backedUpAt === null ? "No backup has been taken yet." : `The last backup is of ${day(backedUpAt)}.`;
  const drill =
    drilledAt === null
      ? "No backup has been restored on trial yet."
      : `The last trial restore that worked was on ${day(drilledAt)}.`;
  return {
    id: "backups",
    severity: "danger",
    title: hasFailed ? "The last backup failed." : "Backups are not proven.",
    words: `${hasFailed ? backup : drill} Let the person who runs the server know.`,
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
