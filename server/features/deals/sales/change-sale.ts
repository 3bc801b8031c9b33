import {
  changeLocked,
  type ChangeOptions,
  type DealChange,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Query } from "#server/platform/database/database.ts";

import { offers } from "./offers.ts";
import type { Sale } from "./read-sale.ts";

export interface SaleMoment {
  readonly tx: Query;
  readonly sale: Sale;
  /** One reading of the clock for the whole transaction. */
  readonly at: Date;
}

/** Changes what follows a vehicle, as `changeLocked` does. Returns null if there is no such vehicle. Throws RepeatedCall. */
export function changeSale<Result>(
  context: DealContext,
  options: ChangeOptions,
  work: (moment: SaleMoment) => Promise<DealChange<Result>>,
): Promise<Result | null> {
  return changeLocked(offers, context, options, ({ tx, of: sale, at }) => work({ tx, sale, at }));
}
