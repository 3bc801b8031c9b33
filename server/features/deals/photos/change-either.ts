import { changeDeal, type ChangeOptions, type DealChange } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { changeSale } from "#server/features/deals/sales/change-sale.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";

export type DealTable = "quote_requests" | "vehicle_submissions";

interface EitherMoment {
  readonly tx: Query;
  readonly at: Date;
  readonly table: DealTable;
}

/** Changes what follows a quote request or a vehicle, as `changeDeal` and `changeSale` do. Null if there is no such record. */
export async function changeEither<Result>(
  context: DealContext,
  options: ChangeOptions,
  work: (moment: EitherMoment) => Promise<DealChange<Result>>,
): Promise<Result | null> {
  const found = await recordByReference(context.database.reader, options.reference);
  if (found === null) return null;
  return found.submission.hasSale === true
    ? changeSale(context, options, ({ tx, at }) => work({ tx, at, table: "vehicle_submissions" }))
    : changeDeal(context, options, ({ tx, at }) => work({ tx, at, table: "quote_requests" }));
}
