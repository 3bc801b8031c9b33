import { purgeSessions } from "../auth/sessions.ts";
import { purgeLimits } from "../limits/limits.ts";
import { purgeAttempts } from "../submissions/attempts.ts";
import { adoptMailed, type StoreContext } from "../submissions/store-submission.ts";
import type { Log } from "./log.ts";

/** Stores what visitors left half-way, and forgets what no longer counts. Safe to run at any time. */
export async function keepHouse(context: StoreContext, adoptAfterMs: number, log: Log): Promise<void> {
  const adopted = await adoptMailed(context, adoptAfterMs);
  if (adopted > 0) log.info({ adopted }, "mailed submissions stored by the sweeper");
  const now = context.now();
  await context.database.write(async (tx) => {
    await purgeLimits(tx, now);
    await purgeSessions(tx, now);
    await purgeAttempts(tx, now);
  });
}
