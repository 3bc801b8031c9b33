import { payBy } from "#domain/deals/deadlines.ts";
import { orderRefusal } from "#domain/deals/order.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  type DealChange,
  type DealEvent,
  type DealMoment,
  done,
  noteEvents,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { balanceOf, orderFacts } from "#server/features/deals/deal/deal-state.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

import { cancelOrder, undoApproval } from "./cancel-order.ts";
import { moveOrder } from "./move-order.ts";
import { orderForDesk } from "./order-for-desk.ts";
import { holdItemsAgain } from "./order-items.ts";
import { paidMail, stopOutdatedMails } from "./order-mails.ts";

export interface OrderEntry extends ByStaff {
  readonly reference: string;
  readonly change: "cancel" | "take_back" | "revive" | "packed" | "close";
  readonly note: string | null;
}

export function changeOrder(context: DealContext, entry: OrderEntry): Promise<CallOutcome | null> {
  const { reference, userId, callKey } = entry;
  const options = { reference, userId, callKey };
  return changeDeal<CallOutcome>(context, options, async (moment) => {
    const order = moment.deal.orders.at(-1);
    if (order === undefined) return refused("There is no order yet");
    const refusal = orderRefusal(entry.change, orderFacts(order, moment.deal));
    if (refusal !== null) return refused(refusal);
    return stepOf(context, moment, { order, entry });
  });
}

async function stepOf(
  context: DealContext,
  moment: DealMoment,
  { order, entry }: { readonly order: OrderRow; readonly entry: OrderEntry },
): Promise<DealChange<CallOutcome>> {
  const { tx, deal, at } = moment;
  const changed = (now: OrderRow, event: DealEvent, record?: DealChange<unknown>["record"]) => {
    const events = [event, ...noteEvents(entry.note)];
    const response = { order: orderForDesk(now, balanceOf(order, deal)) };
    return done(response, record === undefined ? { events } : { events, record });
  };
  switch (entry.change) {
    case "cancel":
      await cancelOrder(tx, order, at);
      return changed(
        { ...order, state: "cancelled" },
        { type: "order_cancelled", was: order.state },
        { order_placed: false },
      );
    case "take_back": {
      const { event, record } = await undoApproval(moment, order);
      return changed({ ...order, state: "cancelled" }, event, record);
    }
    case "packed":
      return changed(await moveOrder(tx, order, { state: "packed", at }), { type: "order_packed" });
    case "close":
      return changed(await moveOrder(tx, order, { state: "closed", at }), { type: "order_closed" });
    case "revive": {
      const revived = await revive(context, moment, order);
      if (revived === null) return refused("Another order holds one of its parts by now");
      return changed(revived, { type: "order_revived" }, { order_placed: true });
    }
  }
}

/** With the full time to pay again, unless the money is there. Returns null if another order holds one of its parts. */
async function revive(
  context: DealContext,
  { tx, deal, at }: DealMoment,
  order: OrderRow,
): Promise<OrderRow | null> {
  const { database, deals, calendar } = context;
  const taken = await holdItemsAgain(tx, database, order.id);
  if (taken.length > 0) return null;
  const isPaid = balanceOf(order, deal) <= 0;
  const state = isPaid ? "paid" : "awaiting_payment";
  await stopOutdatedMails(tx, order, state, at);
  if (isPaid) await queueDealMail(tx, context, deal, paidMail(order), { at });
  const moved = isPaid
    ? { paid_at: at.toISOString() }
    : { pay_by: payBy(at, deals.payWithinDays, calendar).toISOString() };
  return moveOrder(tx, order, { state, at, lapsed_at: null, ...moved });
}
