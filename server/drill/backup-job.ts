import type { BackupJob } from "#server/features/backup/daily-backup.ts";
import { takeBackup } from "#server/features/backup/take-backup.ts";
import { serveJob } from "#server/platform/jobs/job.ts";
import { createLog } from "#server/platform/observability/log.ts";

serveJob(async (order, stopping) => {
  // Only daily-backup.ts sends jobs.
  const job = order as BackupJob;
  if (job.task === "backup") return takeBackup(job.order, job.now, stopping);
  const { drillBackup } = await import("./drill.ts"); // A whole server: backups start without.
  return drillBackup(job.file, { config: job.config, log: createLog("error"), stopping });
});
