import { basename } from "node:path";

import type { Config } from "#server/platform/config/config.ts";
import { runJob } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/observability/log.ts";

import type { Backup, BackupOrder } from "./take-backup.ts";

export interface BackupJob {
  readonly order: BackupOrder;
  readonly now: Date;
}

const jobFile = new URL("./backup-job.ts", import.meta.url);

interface BackupContext {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => Date;
  readonly stopping: AbortSignal;
}

/** Takes a backup and drills it, in a process of its own. */
export async function takeDailyBackup({ config, log, now, stopping }: BackupContext): Promise<void> {
  const { database, dataDir, backup } = config;
  if (backup.folder === null || database.engine !== "sqlite") return;
  const order = { database: database.file, dataDir, folder: backup.folder, key: backup.key };
  const job: BackupJob = { order, now: now() };
  // What takeBackup returned, through backup-job.ts.
  const { file, manifest } = (await runJob(jobFile, job, stopping)) as Backup;
  log.info({ file: basename(file), rows: manifest.rows }, "backup taken and proven");
}
