import { payBy } from "#domain/deals/deadlines.ts";
import { mailsOutdatedBy, mailsTelling } from "#domain/deals/mails.ts";
import { type OrderChange, orderChanges } from "#domain/deals/order-changes.ts";
import { orderRefusal, type OrderState, orderStates } from "#domain/deals/order.ts";
import { isOpenReturn, returnStates } from "#domain/deals/returns.ts";
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
import { openQuestions, openReturn, orderFacts, owedCents } from "#server/features/deals/deal/deal-state.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";
import { stopMailsOf } from "#server/services/mail/outbox-table.ts";

import { stopCardPages } from "./card-pages.ts";
import { issueCredit, issueInvoiceAgain, standingCents, takeInvoiceNumbers } from "./documents.ts";
import { orderForDesk } from "./order-for-desk.ts";
import { holdItemsAgain, releaseItems } from "./order-items.ts";
import { queueOrderMails } from "./order-mails.ts";

export interface OrderEntry extends ByStaff {
  readonly reference: string;
  readonly change: Exclude<OrderChange, "seen">;
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
    const refusal = orderRefusal(change, orderFacts(order, deal, moment.at));
    if (refusal !== null) return refused(refusal);
    const { event: type, to } = orderChanges[change];
    const isTaken =
      change === "revive" && (await holdItemsAgain(moment.tx, context.database, order.id)).length > 0;
    if (isTaken) return refused("Another order holds one of its parts by now");
    const move = change === "revive" ? await revival(context, moment, order) : { state: to };
    const moved = await moveOrder(context, moment, order, move);
    if (change === "take_back") await offerAgain(moment, order);
    const was = change === "take_back" ? String(order.invoice_number) : order.state;
    return done(
      { order: orderForDesk(moved) },
      {
        events: [{ type, was, becomes: moved.state }, ...noteEvents(note)],
        record: recordAfter(moment, moved),
      },
    );
  });
}

/** With a new invoice, and the full time to pay again, unless the money is there. */
async function revival(
  { deals, calendar }: DealContext,
  { tx, at }: DealMoment,
  order: OrderRow,
): Promise<Move> {
  const invoice_number = await takeInvoiceNumbers(tx, deals.invoiceStart);
  await issueInvoiceAgain(tx, { ...order, invoice_number }, order.invoice_number, at);
  const again = { lapsed_at: null, invoice_number };
  if (owedCents(order) <= 0) return { state: "paid", ...again };
  const until = payBy(at, deals.payWithinDays, calendar).toISOString();
  return { state: "awaiting_payment", pay_by: until, ...again };
}

/** The version of an approval that is taken back can be approved again while it is valid. */
export function offerAgain({ tx, at }: DealMoment, order: OrderRow): Promise<void> {
  return setVersionState(tx, quotes, order, "out", at);
}

interface Move extends Partial<
  Pick<OrderRow, "pay_by" | "paid_at" | "lapsed_at" | "invoice_number" | "credited_cents">
> {
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
  const isRevived = moved.invoice_number !== order.invoice_number;
  await queueOrderMails(context, moment, { kinds, order: moved, owed: owedCents(moved), isRevived });
  return moved;
}

/**
 * Its parts are free if they are no longer held for it, its invoice stands for nothing then, and mails that no longer hold
 * do not leave.
 */
export async function moveQuietly(
  { tx, at }: Pick<DealMoment, "tx" | "at">,
  order: OrderRow,
  move: Move,
): Promise<OrderRow> {
  const { moment, money, credited: why } = orderStates[move.state];
  const instant = at.toISOString();
  const cells = { ...(moment === undefined ? {} : { [moment]: instant }), ...move, changed_at: instant };
  await tx.updateTable("orders").set(cells).where("id", "=", order.id).execute();
  await stopCardPages(tx, order.id);
  if (money !== "due") await endOrder(tx, order.id, instant);
  const before = standingCents(order);
  if (why !== undefined && before > 0) await issueCredit(tx, order, { before, cents: before, why, at });
  const kinds = mailsOutdatedBy(move.state);
  if (kinds.length > 0) await stopMailsOf(tx, order.ref_number, { kinds, why: "stopped", now: at });
  return { ...order, ...cells };
}

/** Nothing is held for it any more, and nothing is expected back. */
async function endOrder(tx: Query, orderId: string, changed_at: string): Promise<void> {
  await releaseItems(tx, orderId);
  const open = returnStates.filter((state) => isOpenReturn({ state }));
  const returns = tx.updateTable("returns").set({ state: "closed", changed_at });
  await returns.where("order_id", "=", orderId).where("state", "in", open).execute();
}

/** What the state of the order says of the request. It is not completed while a question or a return waits for its answer. */
export function recordAfter(
  { deal }: Pick<DealMoment, "deal">,
  order: OrderRow,
): NonNullable<DealChange<unknown>["record"]> {
  const { state } = order;
  const isThere = (state === "delivered" || state === "closed") && openReturn(deal, order) === null;
  const isOver = (isThere || state === "refunded") && openQuestions(deal).length === 0;
  return { order_placed: orderStates[state].money === "due", ...(isOver ? { status: "completed" } : {}) };
}
