import { payBy } from "#domain/deals/deadlines.ts";
import { openQuestions, orderRefusal, owedCents, standingCents } from "#domain/deals/deal-state.ts";
import type { Deal, Order } from "#domain/deals/deal.ts";
import { mailsOutdatedBy, mailsTelling } from "#domain/deals/mails.ts";
import { type OrderChange, orderChanges } from "#domain/deals/order-changes.ts";
import { type OrderState, orderStates } from "#domain/deals/order.ts";
import { openReturn, openReturnStates } from "#domain/deals/returns.ts";
import { orderWay } from "#domain/deals/versions.ts";
import { firm } from "#domain/firm.ts";
import {
  type CallOutcome,
  type RecordSettlement,
  refused,
  type RowWork,
  type Work,
} from "#server/features/deals/deal/change-deal.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { sellParts } from "#server/features/deals/parts/part-holds.ts";
import { stopMailsOf } from "#server/services/mail/outbox-table.ts";

import { stopCardPages } from "./card-pages.ts";
import type { KeptOrderWork } from "./change-kept-order.ts";
import { issueCredit, issueInvoiceAgain, takeInvoiceNumbers } from "./documents.ts";
import { orderForDesk } from "./order-for-desk.ts";
import { holdItemsAgain, releaseItems } from "./order-items.ts";
import { queueOrderMails } from "./order-mails.ts";
import { unpulledRefusal } from "./pulled.ts";

interface OrderEntry {
  readonly change: Exclude<OrderChange, "seen" | "extend">;
  readonly note: string | null;
  readonly anyway?: boolean | undefined;
}

/** Changes the newest order as a whole, by staff. */
export async function changeOrder(work: Work, { change, note, anyway }: OrderEntry): Promise<CallOutcome> {
  const { deal } = work;
  const order = deal.orders.at(-1);
  if (order === undefined) return refused("There is no order yet");
  const refusal = orderRefusal(change, deal, work.at);
  if (refusal !== null) return refused(refusal);
  const isLeaving = order.state === "paid" && (change === "packed" || change === "collected");
  const unpulled = isLeaving ? unpulledRefusal(work, order, anyway) : null;
  if (unpulled !== null) return { refusal: unpulled };
  const { event: type, to } = orderChanges[change];
  const isTaken = change === "revive" && (await holdItemsAgain(work, order.id)).length > 0;
  if (isTaken) return refused("Another order holds one of its parts by now");
  const move = change === "revive" ? await revival(work, order) : { state: to };
  if (change === "collected") await sellParts(work, order.id);
  const moved = await moveOrder(work, order, move);
  if (change === "take_back") await offerAgain(work, order);
  const was = change === "take_back" ? String(order.invoice_number) : order.state;
  work.event({ type, was, becomes: moved.state });
  work.note(note);
  work.settleRecord(recordAfter(deal, moved));
  return { ok: { order: orderForDesk(moved) } };
}

/** Revives an order with a new invoice, and the full time to pay again, unless the money is there. */
async function revival(work: Work, order: Order): Promise<OrderMove> {
  const { invoiceStart, calendar } = work.context;
  const invoice_number = await takeInvoiceNumbers(work.tx, invoiceStart);
  await issueInvoiceAgain(work, { ...order, invoice_number }, order.invoice_number);
  const again = { lapsed_at: null, invoice_number };
  if (owedCents(order) <= 0) return { state: "paid", ...again };
  const until = payBy(work.at, firm.pay_within_days, calendar).toISOString();
  return { state: "awaiting_payment", pay_by: until, ...again };
}

/** The version of an approval that is taken back can be approved again while it is valid. */
export function offerAgain(work: Work, order: Order): Promise<void> {
  return setVersionState(work, quotes, order, "out");
}

interface OrderMove extends Partial<
  Pick<Order, "pay_by" | "paid_at" | "lapsed_at" | "invoice_number" | "credited_cents">
> {
  readonly state: OrderState;
}

/** Returns the order as it is from now on. The customer reads of it, if there is a mail about that state. */
export async function moveOrder(work: KeptOrderWork, order: Order, move: OrderMove): Promise<Order> {
  const moved = await moveQuietly(work, order, move);
  const isRevived = moved.invoice_number !== order.invoice_number;
  const way = work.deal === null ? "courier" : orderWay(work.deal, moved);
  await queueOrderMails(work, moved, mailsTelling(move.state, way), { isRevived });
  return moved;
}

/**
 * Its parts are free if they are no longer held for it, its invoice stands for nothing then, and mails that no longer hold
 * do not leave.
 */
export async function moveQuietly(work: RowWork, order: Order, move: OrderMove): Promise<Order> {
  const { tx, at } = work;
  const { moment, money, credited: why } = orderStates[move.state];
  const instant = at.toISOString();
  const cells = { ...(moment === undefined ? {} : { [moment]: instant }), ...move, changed_at: instant };
  await tx.updateTable("orders").set(cells).where("id", "=", order.id).execute();
  await stopCardPages(work, order.id);
  if (money !== "due") await endOrder(work, order.id);
  const before = standingCents(order);
  if (why !== undefined && before > 0) await issueCredit(work, order, { before, cents: before, why });
  const kinds = mailsOutdatedBy(move.state);
  if (kinds.length > 0) await stopMailsOf(tx, order.ref_number, { kinds, why: "stopped", now: at });
  return { ...order, ...cells };
}

/** Nothing is held for it any more, and nothing is expected back. */
async function endOrder(work: RowWork, orderId: string): Promise<void> {
  await releaseItems(work, orderId);
  const closed = { state: "closed", changed_at: work.at.toISOString() } as const;
  const returns = work.tx.updateTable("returns").set(closed);
  await returns.where("order_id", "=", orderId).where("state", "in", openReturnStates).execute();
}

/** Returns what the order's state changes in the record. It is not completed while a question or a return waits for its answer. */
export function recordAfter(deal: Deal, order: Order): RecordSettlement {
  const { state } = order;
  const isThere = (state === "delivered" || state === "closed") && openReturn(deal) === null;
  const isOver = (isThere || state === "refunded") && openQuestions(deal).length === 0;
  return { order_placed: orderStates[state].money === "due", ...(isOver ? { status: "completed" } : {}) };
}
