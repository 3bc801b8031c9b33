import { DatabaseUnavailable } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";

import type { DealContext } from "./deal-context.ts";

export interface ChoreContext extends DealContext {
  readonly log: Pick<Log, "error">;
}

/** In one run: after a pause of days, everybody else waits for no more than these. The next run is a minute later. */
const atMost = 200;

/**
 * Runs a chore for one deal after the other, at most 200. One that fails is logged, and the others get their turn. Throws
 * DatabaseUnavailable.
 */
export async function forEachDeal(
  { log }: Pick<ChoreContext, "log">,
  deals: readonly { readonly ref_number: string }[],
  chore: (reference: string) => Promise<unknown>,
): Promise<void> {
  for (const { ref_number: reference } of deals.slice(0, atMost)) {
    try {
      await chore(reference);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      log.error({ err: error, reference }, "the chores of a deal failed");
    }
  }
}
