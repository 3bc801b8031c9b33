import { randomUUID } from "node:crypto";

import { owedCents } from "#domain/deals/deal-state.ts";
import type { Order, Payment } from "#domain/deals/deal.ts";
import { type Cents, coinCents, formatCents, nzd, sumsOf } from "#domain/deals/money.ts";
import type { AnyWork } from "#server/features/deals/deal/change-deal.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { stopCardPages } from "./card-pages.ts";

export interface MoneyEntry extends Pick<
  Payment,
  "amount_cents" | "method" | "received_on" | "note" | "currency" | "source"
> {
  /** The user, unless the card company reports the money. */
  readonly userId: string | null;
}

export interface EnteredMoney {
  readonly payment: Payment;
  readonly order: Order; // With the payment.
}

/** Writes money that came or went, with its rounding, and nothing else. Throws if its `source` was entered before. */
export async function enterMoney(
  work: AnyWork,
  order: Order,
  { amount_cents, method, received_on, note, currency, source, userId }: MoneyEntry,
): Promise<EnteredMoney> {
  const { tx, at } = work;
  const said = { amount_cents, method, received_on, note, currency, source };
  const payment = { id: randomUUID(), order_id: order.id, ...said, by: userId, at: at.toISOString() };
  const before = await paymentsOf(tx, order.id);
  const cents = roundingAfter(order, [...before, payment], payment);
  // Sorted by its id behind the payment, which has the same time.
  const rounding = {
    ...payment,
    id: `${payment.id}-rounding`,
    amount_cents: cents,
    method: "rounding",
    note: null,
    source: null,
  } as const;
  const rows = cents === 0 ? [payment] : [payment, rounding];
  const values = rows.map(({ by: user_id, ...row }) => ({ ...row, user_id }));
  await tx.insertInto("payments").values(values).execute();
  const { paid: paid_cents } = sumsOf([...before, ...rows]);
  await tx.updateTable("orders").set({ paid_cents }).where("id", "=", order.id).execute();
  if (userId !== null && amount_cents < 0) await seeTaken(work, order.id, payment);
  await stopCardPages(work, order.id);
  return { payment, order: { ...order, paid_cents } };
}

/** Staff settle what the bank took, or a refund that failed, by entering the same amount as gone. */
async function seeTaken(
  { tx }: AnyWork,
  orderId: string,
  { amount_cents, at: seen_at }: Payment,
): Promise<void> {
  const open = tx.updateTable("taken_back").set({ seen_at }).where("order_id", "=", orderId);
  const alike = open.where("amount_cents", "=", -amount_cents).where("seen_at", "is", null);
  await alike.where("why", "in", ["bank", "refund_failed"]).execute();
}

/** Refuses to pay back while a refund to the card waits for the card company. */
export async function pendingRefusal(db: Query, orderId: string): Promise<Refusal | null> {
  const refunds = db.selectFrom("card_refunds").select("amount_cents").where("order_id", "=", orderId);
  const pending = await refunds.where("state", "=", "pending").executeTakeFirst();
  if (pending === undefined) return null;
  const message = `A refund of ${formatCents(pending.amount_cents)} to the card is on its way already`;
  return { status: 409, message };
}

/** Refuses to pay back more than the order holds; null if money comes in. By hand, no other currency comes in. */
export function paidBackRefusal(
  order: Order,
  payments: readonly Payment[],
  { amount_cents: cents, method, currency = nzd }: { amount_cents: Cents; method: string; currency?: string },
): Refusal | null {
  if (currency !== nzd) {
    const sum = payments
      .filter((one) => one.currency === currency)
      .reduce((all, one) => all + one.amount_cents, 0);
    const message = `Invoice ${order.invoice_number} holds ${currency} ${formatCents(sum)}: only that can go back in it`;
    return cents < 0 && -cents <= sum ? null : { status: 422, message };
  }
  const most = paidBackMost(payments, method);
  if (cents < 0 && method === "cash" && cents % coinCents !== 0)
    return { status: 422, message: "Cash is paid out in coins of 10 cents: round it down" };
  if (-cents <= most) return null;
  const holds = most === 0 ? "no money: nothing" : `${formatCents(most)}: no more`;
  return { status: 422, message: `Invoice ${order.invoice_number} holds ${holds} can be paid back` };
}

/** Cash pays back only what coins can pay (deals.md section 7). */
function paidBackMost(payments: readonly Payment[], method: string): Cents {
  const { paid, rounding } = sumsOf(payments);
  const held = Math.max(0, paid, paid - rounding);
  return method === "cash" ? Math.floor(held / coinCents) * coinCents : held;
}

/** Returns the cents that coins can't pay. Once all money has gone back, no rounding stays either. */
function roundingAfter(
  order: Order,
  payments: readonly Payment[],
  { amount_cents: cents, method }: Payment,
): Cents {
  const { paid, rounding } = sumsOf(payments);
  const owed = owedCents({ ...order, paid_cents: paid });
  const isCash = method === "cash";
  const isCoin = Math.max(Math.abs(owed), Math.abs(rounding + owed)) <= coinCents;
  if (isCash && order.state !== "cancelled" && isCoin) return owed;
  const isAllBack = isCash ? Math.abs(paid) <= coinCents : paid === rounding;
  return cents < 0 && isAllBack ? -paid : 0;
}
