import type { ByStaff, CallOutcome } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { keepResponse, refuseRepetition, responseIn } from "#server/features/deals/deal/repeated-call.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

/** A change of parts or machines, in its transaction. */
export interface StockWork {
  readonly context: DealContext;
  readonly tx: Query;
  readonly at: Date;
  readonly userId: string;
}

/** Changes parts in one transaction. The same call again gets the first `ok`. Throws RepeatedCall. */
export function changeStock(
  services: Services,
  { userId, callKey }: ByStaff,
  act: (work: StockWork) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  return services.database.write(async (tx) => {
    // The second of two presses at once sees what the first one did.
    if (callKey !== null) await services.database.lock(tx, `call ${callKey.key}`);
    await refuseRepetition(tx, callKey);
    const at = services.now();
    const outcome = await act({ context: services, tx, at, userId });
    await keepResponse(tx, { reference: "stock", callKey, response: responseIn(outcome), at });
    return outcome;
  });
}
