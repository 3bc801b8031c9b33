import type { Config } from "../config.ts";
import { serveJob } from "../operations/job.ts";
import { createLog } from "../operations/log.ts";
import { drillBackup } from "./drill.ts";
import { type BackupOrder, takeBackup } from "./take-backup.ts";

/** What the server asks of a process beside it. */
export type BackupJob =
  | { readonly task: "backup"; readonly order: BackupOrder; readonly now: Date }
  | { readonly task: "drill"; readonly file: string; readonly config: Config };

serveJob((order, stopping) => {
  // Ordered by daily-backup.ts only.
  const job = order as BackupJob;
  if (job.task === "backup") return takeBackup(job.order, job.now, stopping);
  return drillBackup(job.file, { config: job.config, log: createLog("error"), stopping });
});
