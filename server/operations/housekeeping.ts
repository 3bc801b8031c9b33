import { purgeAudit } from "../audit/audit-log.ts";
import { purgeSessions } from "../auth/sessions.ts";
import { purgeLimits } from "../limits/limits.ts";
import { forgetLostSends, purgeAttempts } from "../submissions/attempts.ts";
import { adoptMailed, type SweepContext } from "../submissions/store-submission.ts";

/**
 * Stores what visitors left half-way, and forgets what no longer counts, on one of all instances at a time.
 * Safe to run at any time.
 */
export async function keepHouse(context: SweepContext, adoptAfterMs: number): Promise<void> {
  await context.database.keepRoom();
  await context.database.alone("housekeeping", () => sweep(context, adoptAfterMs));
}

async function sweep(context: SweepContext, adoptAfterMs: number): Promise<void> {
  const adopted = await adoptMailed(context, adoptAfterMs);
  if (adopted > 0) context.log.info({ adopted }, "mailed submissions stored by the sweeper");
  const now = context.now();
  await context.database.write(async (tx) => {
    await forgetLostSends(tx, now);
    await purgeLimits(tx, now);
    await purgeSessions(tx, now);
    await purgeAttempts(tx, now);
    await purgeAudit(tx, context);
  });
}
