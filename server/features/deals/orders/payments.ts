import type * as v from "valibot";

import { isOverdue, owedCents } from "#domain/deals/deal-state.ts";
import type { dealRequests } from "#domain/deals/deal-wire.ts";
import type { Order, Payment } from "#domain/deals/deal.ts";
import { formatCents, nzd } from "#domain/deals/money.ts";
import { orderActions, type OrderState } from "#domain/deals/order.ts";
import { recordAge } from "#domain/due-words.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import {
  type AnyWork,
  type ByStaff,
  type CallOutcome,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { cardSource } from "./card-pages.ts";
import { changeKeptOrder, type KeptOrderWork, orderFor } from "./change-kept-order.ts";
import { moveOrder, moveQuietly } from "./change-order.ts";
import {
  type EnteredMoney,
  enterMoney,
  type MoneyEntry,
  paidBackRefusal,
  pendingRefusal,
} from "./enter-money.ts";
import { partMail } from "./order-mails.ts";

type PaymentEntry = v.InferOutput<typeof dealRequests.payment>;

export interface OrderBalance {
  readonly balance_cents: number;
  readonly state: OrderState;
}

const yearMs = 366 * dayMs;

/** Another day is a slip, and a payment can never be changed. */
const oddDay: Refusal = {
  status: 400,
  message: "received_on: must be today or a day in the past year",
};

/**
 * Notes money that came or went. The last thing missing makes a waiting order paid; any other money changes no order and
 * waits in the lists of money for staff.
 */
export async function recordPayment(
  context: DealContext,
  entry: PaymentEntry & ByStaff,
): Promise<CallOutcome<OrderBalance> | null> {
  const { ref: reference, received_on: day } = entry;
  const now = context.now();
  if (day > nzDate(now) || day < nzDate(new Date(now.getTime() - yearMs))) return { refusal: oddDay };
  return changeKeptOrder(context, { ...entry, reference }, async (work, orders) => {
    const order = orderFor(orders, entry);
    if (order === undefined) return refused(orderActions.payment.refusal);
    const entered = await enterByHand(work, order, entry);
    if ("refusal" in entered) return entered;
    const state = await settle(work, entered.ok);
    return { ok: { balance_cents: owedCents(entered.ok.order), state } };
  });
}

/** Refuses to pay back more than the order holds, and asks about what looks entered already. */
async function enterByHand(
  work: AnyWork,
  order: Order,
  entry: PaymentEntry & ByStaff,
): Promise<Outcome<EnteredMoney, Refusal>> {
  const payments = await paymentsOf(work.tx, order.id);
  const refusal =
    paidBackRefusal(order, payments, entry) ??
    (entry.amount_cents < 0 ? await pendingRefusal(work.tx, order.id) : null) ??
    (await paymentDouble(work, payments, entry));
  if (refusal !== null) return { refusal };
  const { currency = nzd } = entry;
  return { ok: await enterMoney(work, order, { ...entry, currency, source: null }) };
}

/** Enters money that came, from a bank line or a card, whatever the state of the order. Returns the state that it has then. */
export async function receiveMoney(
  work: KeptOrderWork,
  order: Order,
  entry: MoneyEntry,
): Promise<OrderState> {
  return settle(work, await enterMoney(work, order, entry));
}

/** Returns the order's state with this payment. A correction mails nobody, and an order without its enquiry stays as it is. */
async function settle(work: KeptOrderWork, { order, payment }: EnteredMoney): Promise<OrderState> {
  const isQuiet = payment.method === "correction";
  work.event({
    type: "payment",
    becomes: String(payment.amount_cents),
    ...(isQuiet ? { was: "correction" } : {}),
  });
  // An order's parts are held until it lapses, and a card page that was paid ended before that.
  const isInTime = !isOverdue(order, work.at) || payment.source?.startsWith(cardSource) === true;
  const isWaiting = work.deal !== null && order.state === "awaiting_payment" && isInTime;
  if (!isWaiting || payment.amount_cents < 0 || payment.currency !== nzd) return order.state;
  if (owedCents(order) > 0) {
    if (!isQuiet) await work.mail(partMail(work, order, payment));
    return order.state;
  }
  const move = isQuiet ? moveQuietly : moveOrder;
  return (await move(work, order, { state: "paid" })).state;
}

/** Asks about the same amount, day and method among the payments `before`, unless `again` is set or it was taken back since. */
async function paymentDouble(
  work: AnyWork,
  before: readonly Payment[],
  { again, userId, ...entry }: PaymentEntry & ByStaff,
): Promise<Refusal | null> {
  const cents = entry.amount_cents;
  const alike = before.filter(
    (one) =>
      Math.abs(one.amount_cents) === Math.abs(cents) &&
      one.method === entry.method &&
      one.received_on === entry.received_on,
  );
  const sum = alike.reduce((total, one) => total + one.amount_cents, 0);
  const last = alike.findLast((one) => one.amount_cents === cents && (again === false || one.by !== userId));
  if (again === true || last === undefined || sum * cents <= 0) return null;
  const what = `${cents > 0 ? "A payment" : "A refund"} of ${formatCents(Math.abs(cents))} for this day`;
  const message = `${what} is already there, ${await enteredBy(work, last.by, last.at)}`;
  return { status: 409, message, field: "again" };
}

/** Says who made an entry that is there already, and when. */
export async function enteredBy({ tx, at }: AnyWork, userId: string | null, since: string): Promise<string> {
  if (userId === null) return `by card ${recordAge(new Date(since), at)}`;
  const users = tx.selectFrom("users").select(["full_name", "email"]).where("id", "=", userId);
  const { full_name: name, email } = await users.executeTakeFirstOrThrow();
  return `entered by ${name || email} ${recordAge(new Date(since), at)}`;
}
