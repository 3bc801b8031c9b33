import type { Deal, Order } from "#domain/deals/deal.ts";
import { keepRecord } from "#server/features/records/record-table.ts";

import { type ByStaff, type CallOutcome, finish, Work } from "./change-deal.ts";
import type { DealContext } from "./deal-context.ts";
import { lockDeals } from "./lock-deals.ts";
import { quotes } from "./quotes.ts";
import { ordersOf, readDeal } from "./read-deal.ts";
import { keepResponse, refuseRepetition, responseIn } from "./repeated-call.ts";

/** A deal, or an order that has outlived its enquiry, in a change of several. */
export interface OrdersWork {
  readonly reference: string;
  readonly work: Work<Deal | null>;
  readonly orders: readonly Order[]; // Oldest first.
}

/** Changes the orders of several deals in one transaction: all of them or, if `act` refuses, none. Throws RepeatedCall. */
export function changeOrdersOf<Response extends object>(
  context: DealContext,
  { references, userId, callKey }: ByStaff & { readonly references: readonly string[] },
  act: (parts: readonly OrdersWork[]) => Promise<CallOutcome<Response>>,
): Promise<CallOutcome<Response>> {
  const { database } = context;
  return database.write(async (tx) => {
    await lockDeals(tx, database, references);
    await refuseRepetition(tx, callKey);
    const at = context.now();
    const parts: OrdersWork[] = [];
    for (const reference of references) {
      const deal = await readDeal(tx, reference);
      const isKept = deal !== null && (await keepRecord(tx, database, deal.submission, deal.record.id));
      const work = new Work<Deal | null>(context, tx, isKept ? deal : null, userId, at);
      parts.push({ reference, work, orders: await ordersOf(tx, [reference]) });
    }
    const result = await act(parts);
    const [reference = ""] = references;
    await keepResponse(tx, { reference, callKey, response: responseIn(result), at });
    for (const { work } of parts) if (hasDeal(work)) await finish(quotes.noteStep, work);
    return result;
  });
}

const hasDeal = (work: Work<Deal | null>): work is Work => work.deal !== null;
