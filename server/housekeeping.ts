import { purgeSessions } from "./features/auth/sessions.ts";
import { redateRecords } from "./features/records/derived-columns.ts";
import { nightlyShare } from "./features/retention/retention-night.ts";
import { forgetLostSends, purgeAttempts } from "./features/submissions/attempts.ts";
import { adoptMailed, type SweepContext } from "./features/submissions/store-submission.ts";
import { purgeAudit } from "./services/audit/audit-log.ts";
import { announceRemoval } from "./services/events/events.ts";
import { purgeLimits } from "./services/limits/limits.ts";
import { purgeReceipts } from "./services/mail/outbox-table.ts";
import type { Outbox } from "./services/mail/outbox.ts";
import type { ClockGuard } from "./services/schedule/clock-guard.ts";

export interface HousekeepingContext extends SweepContext {
  readonly clock: ClockGuard;
  readonly outbox: Outbox;
}

/** On one instance at a time. Safe at any time. */
export async function runHousekeeping(context: HousekeepingContext, adoptAfterMs: number): Promise<void> {
  await context.database.keepRoom();
  await context.database.alone("housekeeping", () => sweep(context, adoptAfterMs));
}

async function sweep(context: HousekeepingContext, adoptAfterMs: number): Promise<void> {
  const adopted = await adoptMailed(context, adoptAfterMs);
  if (adopted > 0) context.log.info({ adopted }, "mailed submissions stored by the sweeper");
  await context.database.write((tx) => forgetLostSends(tx, context.now()));
  await context.outbox.forgetLostSends(context.now());
  const now = await context.clock.trustedNow();
  if (now === null) return;
  await redate(context, now);
  await purgeOld(context, now);
}

/** Otherwise replies to records that came while the clock was ahead would be due years later. */
async function redate({ database, calendar, clock, log }: HousekeepingContext, now: Date): Promise<void> {
  const impossible = await clock.impossibleFrom(now);
  const redated = await database.write(async (tx) => {
    const count = await redateRecords(tx, calendar, { now, impossible });
    if (count > 0) await announceRemoval(database, tx); // Makes desks load everything again.
    return count;
  });
  if (redated > 0) log.info({ redated }, "records from the future now have today's date");
}

/** Call it with a trusted time only: what is removed is lost. */
async function purgeOld(context: HousekeepingContext, now: Date): Promise<void> {
  await context.database.write(async (tx) => {
    await purgeLimits(tx, now);
    await purgeSessions(tx, now);
    await purgeAttempts(tx, now);
    await purgeReceipts(tx, now);
  });
  // Separately, because the database refuses it if its own clock disagrees.
  await context.database.write((tx) => purgeAudit(tx, { ...context, now: () => now }, nightlyShare));
}
