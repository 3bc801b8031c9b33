import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import * as v from "valibot";

import type { Order, Payment } from "#domain/deals/deal.ts";
import { type Cents, formatCents, nzd } from "#domain/deals/money.ts";
import { minuteMs } from "#domain/durations.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { AnyWork } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import type { CallKey } from "#server/features/deals/deal/repeated-call.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { CardRefundRow } from "#server/platform/database/money-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { cardSource } from "./card-pages.ts";
import { cardProblem } from "./card-sessions.ts";
import { changeKeptOrder } from "./change-kept-order.ts";
import { paidBackRefusal } from "./enter-money.ts";
import { payBack, type RefundResponse, refundResponse } from "./refunds.ts";

/** The text of the credit note and the call by staff, stored until the card company has answered. */
const entrySchema = v.object({
  note: v.nullable(v.string()),
  lines: v.array(v.string()),
  call: v.nullable(v.object({ key: v.string(), call: v.string() })),
});

export interface CardRefund {
  readonly amount_cents: Cents;
  readonly note: string | null;
  readonly lines: readonly string[];
  readonly userId: string;
  readonly callKey: CallKey | null;
}

const noCards: Refusal = { status: 409, message: "Cards are not set up here: pay it back by bank transfer" };
const onItsWay: Refusal = {
  status: 502,
  message: "The card company did not answer. It is tried again by itself; nothing is paid back twice",
};

/** Stores a refund, to be committed before the card company is asked. Call it in a change of the deal. */
export async function wantCardRefund(
  { context: { cards }, tx, at }: AnyWork,
  order: Order,
  { amount_cents, note, lines, userId: user_id, callKey: call }: CardRefund,
): Promise<Outcome<CardRefundRow, Refusal>> {
  if (cards === null) return { refusal: noCards };
  const payments = await paymentsOf(tx, order.id);
  const refusal = paidBackRefusal(order, payments, { amount_cents: -amount_cents, method: "card" });
  if (refusal !== null) return { refusal };
  const payment = await paymentFor(tx, payments, amount_cents);
  if ("refusal" in payment) return payment;
  const instant = at.toISOString();
  const row: CardRefundRow = {
    id: randomUUID(),
    order_id: order.id,
    ref_number: order.ref_number,
    payment_id: payment.ok.id,
    amount_cents,
    entry: JSON.stringify({ note, lines, call }),
    state: "pending",
    error: null,
    user_id,
    created_at: instant,
    changed_at: instant,
  };
  await tx.insertInto("card_refunds").values(row).execute();
  return { ok: row };
}

/** Returns the newest card payment that covers the refund. */
async function paymentFor(
  tx: Query,
  payments: readonly Payment[],
  cents: Cents,
): Promise<Outcome<Payment, Refusal>> {
  const byCard = payments.filter(
    ({ source, currency, amount_cents }) =>
      source?.startsWith(cardSource) === true && currency === nzd && amount_cents > 0,
  );
  const left: Cents[] = [];
  for (const payment of byCard.toReversed()) {
    const refunds = tx.selectFrom("card_refunds").select("amount_cents").where("payment_id", "=", payment.id);
    const back = await refunds.where("state", "<>", "refused").execute();
    const most = payment.amount_cents - back.reduce((sum, one) => sum + one.amount_cents, 0);
    if (most >= cents) return { ok: payment };
    left.push(most);
  }
  const most = Math.max(0, ...left);
  const message =
    most === 0
      ? "No card payment of this order is left to pay back: use bank transfer or cash"
      : `One card payment has ${formatCents(most)} left: pay no more than that back to the card, and the rest otherwise`;
  return { refusal: { status: 422, message } };
}

/** The card company answers sooner. */
const answeredMs = 20_000;

/** Returns true while another call of the same press waits for the card company. */
export function isAskedFor(
  { state, entry, created_at: at }: CardRefundRow,
  press: CallKey | null,
  now: Date,
): boolean {
  const { call } = v.parse(entrySchema, JSON.parse(entry));
  const isRecent = now.getTime() - Date.parse(at) < answeredMs;
  return state === "pending" && isRecent && isDeepStrictEqual(call, press);
}

/** Returns the newest refund of an order, also a refused one. */
export function newestRefund(db: Query, orderId: string): Promise<CardRefundRow | undefined> {
  const refunds = db.selectFrom("card_refunds").selectAll().where("order_id", "=", orderId);
  return refunds.orderBy("created_at", "desc").limit(1).executeTakeFirst();
}

/**
 * Asks the card company, and enters what it has paid back with its credit note. What it has not done or not answered is
 * looked up again, and asked for with the same key. Returns the refusal for staff, if there is one.
 */
export async function payBackByCard(
  context: DealContext,
  row: CardRefundRow,
): Promise<SettledRefund | { readonly ok: "pending" }> {
  const { cards, now, database } = context;
  if (cards === null) return { refusal: noCards };
  const payments = database.reader.selectFrom("payments").select("source").where("id", "=", row.payment_id);
  const { source } = await payments.executeTakeFirstOrThrow();
  const isOld = now().getTime() - Date.parse(row.created_at) >= minuteMs;
  const request = {
    id: row.id,
    payment: (source ?? "").slice(cardSource.length),
    amount_cents: row.amount_cents,
    isOld,
  };
  const answer = await cards.refund(request).catch(cardProblem);
  if (answer === "pending") return { ok: "pending" };
  if (answer === "done") return settleRefund(context, row, null);
  return answer.kind === "unanswered" ? { refusal: onItsWay } : settleRefund(context, row, answer.message);
}

/** `ok` is null if another call has settled it. */
type SettledRefund = Outcome<RefundResponse | null, Refusal>;

/** Settles a refund once: its row stays pending until this commits. `why` is the refusal by the card company, if any. */
export async function settleRefund(
  context: DealContext,
  row: CardRefundRow,
  why: string | null,
): Promise<SettledRefund> {
  const { call } = v.parse(entrySchema, JSON.parse(row.entry));
  const options = { reference: row.ref_number, userId: row.user_id, callKey: call };
  const settled = await changeKeptOrder<SettledRefund>(context, options, async (work, orders) => {
    const order = orders.find(({ id }) => id === row.order_id);
    if (order === undefined || !(await takeRefund(work, row, why))) return { ok: null };
    if (why !== null) {
      work.event({ type: "refund_failed", becomes: String(row.amount_cents) });
      return { refusal: refusedByCard(why) };
    }
    const back = await payBack(work, order, refundOf(row));
    return "refusal" in back ? back : { ok: refundResponse(back.ok.order, back.ok.credit) };
  });
  return settled ?? { ok: null };
}

const refusedByCard = (why: string): Refusal => ({
  status: 422,
  message: `The card company refused it, and nothing was paid back: ${why}`,
});

/** Returns false if another call has settled it. */
async function takeRefund({ tx, at }: AnyWork, { id }: CardRefundRow, why: string | null): Promise<boolean> {
  const cells = {
    state: why === null ? "done" : "refused",
    error: why,
    changed_at: at.toISOString(),
  } as const;
  const taken = tx.updateTable("card_refunds").set(cells).where("id", "=", id).where("state", "=", "pending");
  return (await taken.executeTakeFirst()).numUpdatedRows > 0n;
}

function refundOf({ id, entry, amount_cents, user_id: userId }: CardRefundRow) {
  const { note, lines } = v.parse(entrySchema, JSON.parse(entry));
  return { amount_cents, method: "card", note, lines, userId, source: `refund:${id}`, isDone: true } as const;
}
