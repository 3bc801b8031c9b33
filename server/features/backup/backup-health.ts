import { dayMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { choreNamed, lastDone } from "#server/services/schedule/chores.ts";
import type { Services } from "#server/services/services.ts";

const staleAfterMs = 8 * dayMs;

type BackupContext = Pick<Services, "database" | "backsUp" | "now">;

/** Whether a drill has proven backups lately. Instants are ISO 8601, UTC. */
export interface BackupHealth {
  readonly good: boolean;
  /** The last good drill and the last good backup. */
  readonly drilledAt: string | null;
  readonly backedUpAt: string | null;
}

/** Backups are good while the last passed drill is at most 8 days old. A new installation gets that time too. */
export async function backupHealth({ database, backsUp, now }: BackupContext): Promise<BackupHealth> {
  if (!backsUp) return { good: true, drilledAt: null, backedUpAt: null };
  const backup = await choreNamed(database.reader, "backup");
  const drill = await choreNamed(database.reader, "drill");
  const drilledAt = lastDone(drill, now());
  const since = drilledAt ?? new Date(backup?.first_at ?? now());
  return {
    good: Math.abs(now().getTime() - since.getTime()) <= staleAfterMs,
    drilledAt: drilledAt?.toISOString() ?? null,
    backedUpAt: lastDone(backup, now())?.toISOString() ?? null,
  };
}

export async function backupNotice(context: BackupContext): Promise<Notice | null> {
  const { good, drilledAt } = await backupHealth(context);
  if (good) return null;
  const last =
    drilledAt === null
      ? "No backup has been restored on trial yet."
      : `The last trial restore that worked was on ${formatDay(nzDate(new Date(drilledAt)))}.`;
  return {
    id: "backups",
    severity: "danger",
    title: "Backups are not proven.",
    words: `${last} Let the person who runs the server know.`,
  };
}
