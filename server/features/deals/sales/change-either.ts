import {
  changeLocked,
  type ChangeOptions,
  type DealChange,
  type Moment,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import { recordByReference } from "#server/features/records/record-table.ts";

import { offers } from "./offers.ts";
import type { Sale } from "./read-sale.ts";

/** What follows a quote request or a vehicle, locked. */
export type EitherMoment = Moment<Deal | Sale>;

/** Changes what follows a quote request or a vehicle. Returns null if it is neither. Throws RepeatedCall. */
export async function changeEither<Result>(
  context: DealContext,
  options: ChangeOptions,
  work: (moment: EitherMoment) => Promise<DealChange<Result>>,
): Promise<Result | null> {
  const found = await recordByReference(context.database.reader, options.reference);
  if (found === null) return null;
  return found.submission.hasSale === true
    ? changeLocked(offers, context, options, work)
    : changeLocked(quotes, context, options, work);
}
