import { basename } from "node:path";

import { dayMs, hourMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { backupDaysMax } from "#domain/retention.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { runJob } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { claimChore, lastMoment, noteDone } from "#server/services/schedule/chores.ts";
import type { ClockGuard } from "#server/services/schedule/clock-guard.ts";

import { pruneBackups } from "./prune-backups.ts";
import type { Backup, BackupOrder } from "./take-backup.ts";

export type BackupJob =
  | { readonly task: "backup"; readonly order: BackupOrder; readonly now: Date }
  | { readonly task: "drill"; readonly file: string; readonly config: Config };

export interface BackupContext {
  /** The program that runs a `BackupJob`. */
  readonly jobFile: URL;
  readonly config: Config;
  readonly database: Database;
  readonly clock: ClockGuard;
  readonly log: Log;
  readonly now: () => Date;
}

/** A backup is drilled if the last good drill is older than this: once a week. */
const drillAfterMs = 6 * dayMs;

/**
 * Takes the day's backup if it is due, on one of all instances, and drills it once a week. Logs a failure
 * and tries again: a backup after an hour, a drill with the next backup. A doubted clock stops it only if
 * another instance knows the time better.
 */
export async function backUpWhenDue(context: BackupContext, signal: AbortSignal): Promise<void> {
  const { config, database, clock, log, now } = context;
  const { folder, at } = config.backup;
  if (folder === null || (await clock.doubt())?.isOutvoted === true) return;
  const due = lastMoment(now(), at);
  if (!(await claimChore(database, "backup", due, now()))) return;
  const attempt = attempting(log, signal);
  const backup = await attempt("backup", () => takeDailyBackup(context, folder, signal));
  if (backup === null) {
    const note = () => database.write((tx) => noteDone(tx, "backup-failed", now()));
    return signal.aborted ? undefined : void (await attempt("noting it", note));
  }
  const drillDue = new Date(due.getTime() - drillAfterMs);
  if (!(await claimChore(database, "drill", drillDue, now()))) return;
  await attempt("drill", () => drill(context, backup.file, signal));
}

async function takeDailyBackup(context: BackupContext, folder: string, signal: AbortSignal): Promise<Backup> {
  const { jobFile, config, database, log, now } = context;
  const { key } = config.backup;
  const order = { database: config.database, dataDir: config.dataDir, folder, key };
  const job: BackupJob = { task: "backup", order, now: now() };
  // What takeBackup returned, through backup-job.ts.
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

/** Logs a failure and returns null; says nothing if the server is stopping. */
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

const failedNotice: Notice = {
  id: "old-backups",
  severity: "warn",
  title: "Old backups could not be removed.",
  words:
    `The privacy page promises that backups are destroyed within ${backupDaysMax} days. Tell the person who runs the ` +
    "server: its log says what failed. It tries again each hour.",
};

type PruningContext = Pick<BackupContext, "config" | "clock" | "log">;

/** Each instance prunes the folder it sees each hour, even if another takes the backups or none succeeds. */
export class HourlyPruning {
  readonly #context: PruningContext;
  #triedAt = 0;
  /** Backups that are kept longer than the privacy page promises. */
  #overdue = 0;
  #hasFailed = false;

  constructor(context: PruningContext) {
    this.#context = context;
  }

  async pruneWhenDue(): Promise<void> {
    const { config, clock, log } = this.#context;
    const { folder, ...order } = config.backup;
    const now = await clock.trustedNow();
    if (folder === null || now === null || !this.#isDue(now)) return;
    this.#triedAt = now.getTime();
    const pruning = pruneBackups({ folder, ...order }, now);
    this.#hasFailed = await pruning.then(
      () => false,
      () => true,
    );
    const { removed, guarded } = await pruning;
    if (removed > 0) log.info({ removed }, "old backups removed");
    const oldest = now.getTime() - backupDaysMax * dayMs;
    const kept = guarded.filter(({ takenAt }) => takenAt.getTime() < oldest).length;
    if (kept > this.#overdue) log.warn({ kept }, "old backups kept: no newer one holds as much");
    this.#overdue = kept;
  }

  async notice(): Promise<Notice | null> {
    if (this.#hasFailed) return failedNotice;
    if (this.#overdue === 0) return null;
    const [backups, hold] =
      this.#overdue === 1 ? ["1 backup", "it holds"] : [`${this.#overdue} backups`, "they hold"];
    return {
      id: "old-backups",
      severity: "warn",
      title: "Old backups are kept.",
      words:
        `${backups} of more than ${backupDaysMax} days ago stayed, because ${hold} more records than any good ` +
        "backup since. If records are missing, tell the person who runs the server. If not, have the old files " +
        "removed: the privacy page promises it.",
    };
  }

  #isDue(now: Date): boolean {
    return Math.abs(now.getTime() - this.#triedAt) >= hourMs;
  }
}
