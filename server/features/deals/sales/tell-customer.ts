import type { Deal } from "#domain/deals/deal.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { success } from "#server/features/deals/deal/sent-versions.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";

const nothingToTell = "There is nothing to tell them any more";

/** Staff have told the customer, who has no e-mail address, what no mail could. */
export async function tellCustomer(work: Work<Deal | Sale>): Promise<CallOutcome> {
  const { context, deal, at } = work;
  if (deal.record.untold_at === null) return refused(nothingToTell);
  work.event({ type: "told" });
  work.settleRecord({}, answeredAt(context.calendar, deal.record, { by: "call", at }));
  return success;
}
