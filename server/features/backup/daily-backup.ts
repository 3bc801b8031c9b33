import { basename } from "node:path";

import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { runJob } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { claimChore, lastMoment, noteDone } from "#server/services/schedule/chores.ts";
import type { ClockGuard } from "#server/services/schedule/clock-guard.ts";

import type { Backup, BackupOrder } from "./take-backup.ts";

/** The work that a process of its own does for the server. */
export type BackupJob =
  | { readonly task: "backup"; readonly order: BackupOrder; readonly now: Date }
  | { readonly task: "drill"; readonly file: string; readonly config: Config };

export interface BackupContext {
  /** The program that does a `BackupJob`. */
  readonly jobFile: URL;
  readonly config: Config;
  readonly database: Database;
  readonly clock: ClockGuard;
  readonly log: Log;
  readonly now: () => Date;
}

const dayMs = 24 * 60 * 60_000;
/** A day's backup is drilled where the last good drill is older than this: once a week. */
const drillAfterMs = 6 * dayMs;

/**
 * Takes the day's backup if it is due, on one of all instances, and drills it once a week. What fails
 * is logged, and tried again: a backup after an hour, a drill with the next backup. A doubted clock does
 * not keep it from that, unless another instance knows the time better.
 */
export async function backUpWhenDue(context: BackupContext, signal: AbortSignal): Promise<void> {
  const { config, database, clock, log, now } = context;
  const { folder, at } = config.backup;
  if (folder === null || (await clock.doubt())?.isOutvoted === true) return;
  const due = lastMoment(now(), at);
  if (!(await claimChore(database, "backup", due, now()))) return;
  const attempt = attempting(log, signal);
  const backup = await attempt("backup", () => takeDailyBackup(context, folder, signal));
  if (backup === null) return;
  const drillDue = new Date(due.getTime() - drillAfterMs);
  if (!(await claimChore(database, "drill", drillDue, now()))) return;
  await attempt("drill", () => drill(context, backup.file, signal));
}

async function takeDailyBackup(context: BackupContext, folder: string, signal: AbortSignal): Promise<Backup> {
  const { jobFile, config, database, log, now } = context;
  const { key } = config.backup;
  const order = { database: config.database, dataDir: config.dataDir, folder, key };
  const job: BackupJob = { task: "backup", order, now: now() };
  // Answered by takeBackup, through backup-job.ts.
  const backup = (await runJob(jobFile, job, signal)) as Backup;
  await database.write((tx) => noteDone(tx, "backup", now()));
  log.info({ file: basename(backup.file), rows: rowsOf(backup) }, "backup taken");
  return backup;
}

async function drill(
  { jobFile, config, database, log, now }: BackupContext,
  file: string,
  signal: AbortSignal,
) {
  // A drill mails nobody, and a URL cannot be handed to another process.
  const mailless: Config = { ...config, mail: { kind: "file", folder: config.dataDir } };
  const job: BackupJob = { task: "drill", file, config: mailless };
  await runJob(jobFile, job, signal);
  await database.write((tx) => noteDone(tx, "drill", now()));
  log.info({ file: basename(file) }, "drill passed: restored, started, signed in, listed");
}

function rowsOf({ manifest }: Backup): Record<string, number> {
  return Object.fromEntries(Object.entries(manifest.tables).map(([name, { rows }]) => [name, rows]));
}

/** What fails is logged, unless the server is stopping. */
function attempting(log: Log, signal: AbortSignal) {
  return async <Result>(what: string, work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `${what} failed`);
      return null;
    }
  };
}
