import { basename } from "node:path";

import { dayMs, pastInstant } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import type { Config } from "#server/platform/config/config.ts";
import { runJob } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { choreNamed } from "#server/services/schedule/chores.ts";
import type { Services } from "#server/services/services.ts";

import { named } from "./photo-copies.ts";
import type { Backup, BackupOrder } from "./take-backup.ts";

const jobFile = new URL("./backup-job.ts", import.meta.url);

interface JobContext {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => Date;
  readonly stopping: AbortSignal;
}

/** Takes a backup and drills it, in a process of its own. */
export async function takeDailyBackup({ config, log, now, stopping }: JobContext): Promise<void> {
  const { database, dataDir, backup, photos } = config;
  const { folder, key } = backup;
  if (folder === null || database.engine !== "sqlite") return;
  const from = photos.kind === "folder" ? photos.folder : null;
  const order: BackupOrder = { database: database.file, dataDir, photos: from, folder, key, at: now() };
  // The result of takeBackup, through backup-job.ts.
  const { file, manifest, missingPhotos } = (await runJob(jobFile, order, stopping)) as Backup;
  log.info({ file: basename(file), rows: manifest.rows }, "backup taken and proven");
  if (missingPhotos.length > 0) log.warn({ photos: named(missingPhotos) }, "photos without a file");
}

const backupStaleMs = 2 * dayMs;

type HealthContext = Pick<Services, "database" | "backsUp" | "now">;

interface BackupHealth {
  /** The last good backup is at most 2 days old. A new installation gets that time too. */
  readonly good: boolean;
  readonly backedUpAt: Date | null;
  readonly hasFailed: boolean;
}

export async function backupHealth({ database, backsUp, now }: HealthContext): Promise<BackupHealth> {
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

export async function backupNotice(context: HealthContext): Promise<Notice | null> {
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
