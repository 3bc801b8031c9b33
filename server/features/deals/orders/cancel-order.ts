import { orderRefusal } from "#domain/deals/order.ts";
import { changeDeal, type DealMoment } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { activeOrder, orderFacts } from "#server/features/deals/deal/deal-state.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import { setVersionState } from "#server/features/deals/deal/set-version-state.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

import { releaseItems } from "./order-items.ts";
import { stopOutdatedMails } from "./order-mails.ts";

interface TakeBackOutcome {
  readonly kind: "done" | "not now";
}

/** The visitor takes the approval back. */
export function takeBack(context: DealContext, reference: string): Promise<TakeBackOutcome | null> {
  const options = { reference, userId: null, tellStaff: true };
  return changeDeal<TakeBackOutcome>(context, options, async (moment) => {
    const { deal } = moment;
    const order = activeOrder(deal);
    if (order === null && isTakenBack(deal)) return { result: { kind: "done" } };
    if (order === null || orderRefusal("take_back", orderFacts(order, deal)) !== null)
      return { result: { kind: "not now" } };
    const { event, record } = await undoApproval(moment, order);
    return { result: { kind: "done" }, events: [event], record };
  });
}

/** The order is cancelled, and its version can be approved again while it is valid. */
export async function undoApproval({ tx, deal, at }: DealMoment, order: OrderRow) {
  await cancelOrder(tx, order, at);
  await setVersionState(tx, deal.reference, order.number, "out", at);
  const event = { type: "taken_back", was: String(order.invoice_number) } as const;
  return { event, record: { order_placed: false } };
}

/** If staff cancel an order instead, its version stays approved. */
function isTakenBack({ orders, versions }: Deal): boolean {
  return versions.some(({ number, state }) => number === orders.at(-1)?.number && state === "out");
}

/** Its number stays used, and its parts are free again. */
export async function cancelOrder(tx: Query, order: OrderRow, at: Date): Promise<void> {
  const { id } = order;
  const instant = at.toISOString();
  await tx
    .updateTable("orders")
    .set({ state: "cancelled", cancelled_at: instant, changed_at: instant })
    .where("id", "=", id)
    .execute();
  await releaseItems(tx, id);
  await stopOutdatedMails(tx, order, "cancelled", at);
}
