import { setTimeout as delay } from "node:timers/promises";

import type * as v from "valibot";

import type { Order } from "#domain/deals/deal.ts";
import type { moneyRequests } from "#domain/deals/money-wire.ts";
import { orderActions } from "#domain/deals/order.ts";
import type { Outcome } from "#domain/outcome.ts";
import { type ByStaff, type CallOutcome, refused, Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { ordersOf, paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { refuseRepetition } from "#server/features/deals/deal/repeated-call.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { CardRefundRow } from "#server/platform/database/money-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { cardSource } from "./card-pages.ts";
import { isAskedFor, newestRefund, payBackByCard, wantCardRefund } from "./card-refunds.ts";
import { changeKeptOrder, orderFor } from "./change-kept-order.ts";
import { pendingRefusal } from "./enter-money.ts";
import { linesOf, payBack, type RefundResponse, refundResponse } from "./refunds.ts";

type RefundEntry = v.InferOutput<typeof moneyRequests.refund> & ByStaff;

type RefundOutcome = CallOutcome<RefundResponse>;

/**
 * Notes what staff have paid back. If the customer paid on a card page, the card company pays it back; a card at the
 * counter is staff's own terminal.
 */
export async function refundOrder(context: DealContext, entry: RefundEntry): Promise<RefundOutcome | null> {
  const isOnline = entry.method === "card" && (await paidOnline(context.database.reader, entry));
  return isOnline ? refundToCard(context, entry) : refundByHand(context, entry);
}

async function paidOnline(db: Query, entry: RefundEntry): Promise<boolean> {
  const order = orderFor(await ordersOf(db, [entry.ref]), entry);
  const payments = order === undefined ? [] : await paymentsOf(db, order.id);
  return payments.some(({ source }) => source?.startsWith(cardSource) === true);
}

async function refundByHand(context: DealContext, entry: RefundEntry): Promise<RefundOutcome | null> {
  return changeKeptOrder(context, { ...entry, reference: entry.ref }, async (work, orders) => {
    const order = orderFor(orders, entry);
    if (order === undefined) return refused(orderActions.refund.refusal);
    const refusal = await refusalOf(work.tx, order, entry);
    if (refusal !== null) return { refusal };
    const back = await payBack(work, order, { ...entry, source: null });
    return "refusal" in back ? back : { ok: refundResponse(back.ok.order, back.ok.credit) };
  });
}

/** Waits if another call of the same press is asking the card company: its key is stored with the answer. */
async function refundToCard(context: DealContext, entry: RefundEntry): Promise<RefundOutcome | null> {
  const { database, now } = context;
  const { ref: reference, callKey } = entry;
  const wanted = await database.write<Outcome<CardRefundRow, Refusal> | "asked" | null>(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    await refuseRepetition(tx, callKey);
    const order = orderFor(await ordersOf(tx, [reference]), entry);
    if (order === undefined) return null;
    const newest = await newestRefund(tx, order.id);
    if (newest !== undefined && isAskedFor(newest, callKey, now())) return "asked";
    const refusal = await refusalOf(tx, order, entry);
    return refusal === null
      ? wantCardRefund(new Work(context, tx, null, entry.userId), order, entry)
      : { refusal };
  });
  if (wanted === "asked") return delay(lookAgainMs).then(() => refundToCard(context, entry));
  if (wanted === null || "refusal" in wanted) return wanted;
  const back = await payBackByCard(context, wanted.ok);
  if ("refusal" in back) return back;
  if (back.ok === null) return { refusal: settledElsewhere };
  if (back.ok !== "pending") return { ok: back.ok };
  const { order_id } = wanted.ok;
  const order = (await ordersOf(database.reader, [reference])).find(({ id }) => id === order_id);
  return order === undefined ? null : { ok: refundResponse(order, null) };
}

const lookAgainMs = 100;

const settledElsewhere: Refusal = {
  status: 409,
  message: "It was just settled by somebody else: look at it again",
};

/** An order that still waits for the rest pays nothing back: the next payment would make it paid. */
async function refusalOf(db: Query, order: Order, { lines, method }: RefundEntry): Promise<Refusal | null> {
  if (order.state === "awaiting_payment")
    return { status: 409, message: "The order still waits for its payment: cancel it, then pay back" };
  const payments = await paymentsOf(db, order.id);
  if (method === "card" && !payments.some((one) => one.method === "card"))
    return { status: 422, message: "Nothing was paid by card: pay back by transfer or in cash" };
  const known = await linesOf(db, order);
  const wrong = lines.find((id) => !known.has(id));
  if (wrong !== undefined) return { status: 400, message: `lines: the order has no line ${wrong}` };
  return pendingRefusal(db, order.id);
}
