import { hourMs, minuteMs } from "#domain/durations.ts";

import type { App } from "./app.ts";
import type { Log } from "./platform/observability/log.ts";

const mailProbeMs = 15_000;
const outboxMs = 1000;

export function startTimers(app: App, log: Log, stopping: AbortSignal): void {
  const every = (ms: number, work: () => Promise<void>, what: string) => {
    const run = () => void work().catch((error: unknown) => log.error({ err: error }, `${what} failed`));
    run();
    const timer = setInterval(run, ms).unref();
    stopping.addEventListener("abort", () => clearInterval(timer));
  };
  every(minuteMs, () => app.watchClock(), "clock check");
  every(minuteMs, () => app.runHousekeeping(), "housekeeping");
  every(mailProbeMs, () => app.probeMail(), "mail probe");
  every(outboxMs, () => app.sendMails(), "outbox");
  every(minuteMs, () => app.backUp(), "backup");
  every(hourMs, () => app.removeAbandonedCopies(), "removing abandoned copies");
  every(hourMs, () => app.keepErasures(), "keeping erasures");
  every(minuteMs, () => app.pruneBackups(), "removal of old backups");
  every(minuteMs, () => app.removeExpired(), "retention");
  every(minuteMs, () => app.runDealChores(), "deal chores");
}
