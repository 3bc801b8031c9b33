import { serveJob } from "#server/platform/jobs/job.ts";

import type { BackupJob } from "./daily-backup.ts";
import { takeBackup } from "./take-backup.ts";

serveJob((order, stopping) => {
  // Only daily-backup.ts sends jobs.
  const job = order as BackupJob;
  return takeBackup(job.order, job.now, stopping);
});
