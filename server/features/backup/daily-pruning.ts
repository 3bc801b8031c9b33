import type { CalendarDate } from "#domain/calendar-date.ts";
import type { Notice } from "#domain/notice.ts";
import { nzDate } from "#domain/nz-time.ts";
import { backupDaysMax } from "#domain/retention.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { ClockGuard } from "#server/services/schedule/clock-guard.ts";

import { pruneBackups } from "./prune-backups.ts";

const dayMs = 24 * 60 * 60_000;
const retryAfterMs = 60 * 60_000;

interface PruningContext {
  readonly config: Config;
  readonly clock: ClockGuard;
  readonly log: Log;
}

/**
 * Removes old backups once a day, on every instance: each looks after the folder it sees, whether or not
 * backups succeed and whoever takes them.
 */
export class DailyPruning {
  readonly #context: PruningContext;
  #doneOn: CalendarDate | null = null;
  #triedAt = 0;
  /** Backups that are kept longer than the privacy page promises. */
  #overdue = 0;

  constructor(context: PruningContext) {
    this.#context = context;
  }

  async pruneWhenDue(): Promise<void> {
    const { config, clock, log } = this.#context;
    const { folder, ...order } = config.backup;
    const now = await clock.trustedNow();
    if (folder === null || now === null || !this.#isDue(now)) return;
    this.#triedAt = now.getTime();
    const { removed, guarded } = await pruneBackups({ folder, ...order }, now);
    this.#doneOn = nzDate(now);
    const oldest = now.getTime() - backupDaysMax * dayMs;
    this.#overdue = guarded.filter(({ takenAt }) => takenAt.getTime() < oldest).length;
    if (removed > 0) log.info({ removed }, "old backups removed");
    if (this.#overdue > 0) log.warn({ kept: this.#overdue }, "old backups kept: no newer one holds as much");
  }

  /** Tells staff that backups are kept for longer than promised, and why. */
  async notice(): Promise<Notice | null> {
    if (this.#overdue === 0) return null;
    const [backups, hold] =
      this.#overdue === 1 ? ["1 backup", "it holds"] : [`${this.#overdue} backups`, "they hold"];
    return {
      id: "old-backups",
      severity: "warn",
      title: "Old backups are kept.",
      words:
        `${backups} of more than ${backupDaysMax} days ago stayed, because ${hold} more records than any good ` +
        "backup since. If records are missing, tell whoever looks after the server. If not, have the old files " +
        "removed: the privacy page promises it.",
    };
  }

  /** Once each day in New Zealand; after a failure, an hour later. */
  #isDue(now: Date): boolean {
    return this.#doneOn !== nzDate(now) && Math.abs(now.getTime() - this.#triedAt) >= retryAfterMs;
  }
}
