import { formatCents } from "#domain/deals/money.ts";
import type { OrderState } from "#domain/deals/stage.ts";
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
import { balanceOf } from "#server/features/deals/deal/deal-state.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

import { cancelOrder, undoApproval } from "./cancel-order.ts";
import { moveOrder } from "./move-order.ts";
import { orderForDesk } from "./order-for-desk.ts";
import { reviveOrder } from "./record-payment.ts";

type OrderStep = "cancel" | "take_back" | "revive" | "packed" | "close";

export interface OrderEntry extends ByStaff {
  readonly reference: string;
  readonly change: OrderStep;
  readonly note: string | null;
}

const from: Readonly<Record<OrderStep, readonly OrderState[]>> = {
  cancel: ["awaiting_payment", "lapsed", "paid", "packed", "sent"],
  take_back: ["awaiting_payment", "lapsed"],
  revive: ["lapsed"],
  packed: ["paid"],
  close: ["delivered"],
};

const refusals: Readonly<Record<OrderStep, string>> = {
  cancel: "Only an order that has not been sent can be cancelled",
  take_back: "Only an approval that nothing was paid for can be taken back: cancel the order instead",
  revive: "Only a lapsed order can be revived",
  packed: "Only a paid order can be packed",
  close: "Only a delivered order can be closed",
};

export function changeOrder(context: DealContext, entry: OrderEntry): Promise<CallOutcome | null> {
  const { reference, userId, callKey } = entry;
  const options = { reference, userId, callKey };
  return changeDeal<CallOutcome>(context, options, async (moment) => {
    const order = moment.deal.orders.at(-1);
    if (order === undefined) return refused("There is no order yet");
    const isOut = moment.deal.parcels.some(({ state }) => state === "with_carrier" || state === "delivered");
    if (!from[entry.change].includes(order.state) || (entry.change === "cancel" && isOut))
      return refused(refusals[entry.change]);
    if (entry.change === "take_back" && moment.deal.payments.length > 0) return refused(refusals.take_back);
    const owed = balanceOf(order, moment.deal);
    if (entry.change === "packed" && owed > 0) return refused(stillOwed(owed));
    return stepOf(context, moment, { order, owed, entry });
  });
}

export function stillOwed(owed: number): string {
  return `${formatCents(owed)} is still missing: nothing leaves before it is paid`;
}

interface Step {
  readonly order: OrderRow;
  readonly owed: number;
  readonly entry: OrderEntry;
}

async function stepOf(
  context: DealContext,
  moment: DealMoment,
  { order, owed, entry }: Step,
): Promise<DealChange<CallOutcome>> {
  const { tx, at } = moment;
  const changed = (now: OrderRow, event: DealEvent, record?: DealChange<unknown>["record"]) => {
    const events = [event, ...noteEvents(entry.note)];
    return done({ order: orderForDesk(now, owed) }, record === undefined ? { events } : { events, record });
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
      const { order: revived } = await reviveOrder(context, moment, { order, owed });
      if (revived.state === "lapsed") return refused("Another order holds one of its parts by now");
      return changed(revived, { type: "order_revived" }, { order_placed: true });
    }
  }
}
