import { payBy } from "#domain/deals/deadlines.ts";
import { mailsOutdatedBy, mailsTelling } from "#domain/deals/mails.ts";
import {
  type OrderChange,
  orderChanges,
  orderRefusal,
  type OrderState,
  orderStates,
} from "#domain/deals/order.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  type DealChange,
  type DealMoment,
  done,
  noteEvents,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { balanceOf, openQuestions, orderFacts } from "#server/features/deals/deal/deal-state.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";
import { stopMailsOf } from "#server/services/mail/outbox-table.ts";

import { orderForDesk } from "./order-for-desk.ts";
import { holdItemsAgain, releaseItems } from "./order-items.ts";
import { queueOrderMails } from "./order-mails.ts";

export interface OrderEntry extends ByStaff {
  readonly reference: string;
  readonly change: OrderChange;
  readonly note: string | null;
}

/** What staff do with an order as a whole. */
export function changeOrder(
  context: DealContext,
  { change, note, ...by }: OrderEntry,
): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, by, async (moment) => {
    const { deal } = moment;
    const order = deal.orders.at(-1);
    if (order === undefined) return refused("There is no order yet");
    const refusal = orderRefusal(change, orderFacts(order, deal));
    if (refusal !== null) return refused(refusal);
    const { event: type, to } = orderChanges[change];
    const isTaken =
      change === "revive" && (await holdItemsAgain(moment.tx, context.database, order.id)).length > 0;
    if (isTaken) return refused("Another order holds one of its parts by now");
    const move = change === "revive" ? revival(context, moment, order) : { state: to };
    const moved = await moveOrder(context, moment, order, move);
    if (change === "take_back") await offerAgain(moment, order);
    const was = change === "take_back" ? String(order.invoice_number) : order.state;
    return done(
      { order: orderForDesk(moved, balanceOf(moved, deal)) },
      {
        events: [{ type, was, becomes: moved.state }, ...noteEvents(note)],
        record: recordAfter(moment, moved),
      },
    );
  });
}

/** With the full time to pay again, unless the money is there. */
function revival({ deals, calendar }: DealContext, { deal, at }: DealMoment, order: OrderRow): Move {
  if (balanceOf(order, deal) <= 0) return { state: "paid", lapsed_at: null };
  const until = payBy(at, deals.payWithinDays, calendar).toISOString();
  return { state: "awaiting_payment", lapsed_at: null, pay_by: until };
}

/** The version of an approval that is taken back can be approved again while it is valid. */
export function offerAgain({ tx, deal, at }: DealMoment, order: OrderRow): Promise<void> {
  return setVersionState(tx, deal.reference, order.number, "out", at);
}

interface Move extends Partial<Pick<OrderRow, "pay_by" | "paid_at" | "lapsed_at">> {
  readonly state: OrderState;
}

/** Returns the order as it is from now on. The customer reads of it, if there is a mail about that state. */
export async function moveOrder(
  context: DealContext,
  moment: DealMoment,
  order: OrderRow,
  move: Move,
): Promise<OrderRow> {
  const moved = await moveQuietly(moment, order, move);
  const kinds = mailsTelling(move.state);
  await queueOrderMails(context, moment, { kinds, order: moved, owed: balanceOf(moved, moment.deal) });
  return moved;
}

/** Its parts are free if they are no longer held for it, and mails that no longer hold do not leave. */
export async function moveQuietly(
  { tx, at }: Pick<DealMoment, "tx" | "at">,
  order: OrderRow,
  move: Move,
): Promise<OrderRow> {
  const { moment, money } = orderStates[move.state];
  const instant = at.toISOString();
  const cells = { ...(moment === undefined ? {} : { [moment]: instant }), ...move, changed_at: instant };
  await tx.updateTable("orders").set(cells).where("id", "=", order.id).execute();
  if (money !== "due") await releaseItems(tx, order.id);
  const kinds = mailsOutdatedBy(move.state);
  if (kinds.length > 0) await stopMailsOf(tx, order.ref_number, { kinds, why: "stopped", now: at });
  return { ...order, ...cells };
}

/** What the state of the order says of the request. It is not completed while a question waits for its answer. */
export function recordAfter(
  { deal }: Pick<DealMoment, "deal">,
  { state }: OrderRow,
): NonNullable<DealChange<unknown>["record"]> {
  const isOver = state === "delivered" && openQuestions(deal).length === 0;
  return { order_placed: orderStates[state].money === "due", ...(isOver ? { status: "completed" } : {}) };
}
