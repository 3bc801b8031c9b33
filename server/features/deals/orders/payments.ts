import { randomUUID } from "node:crypto";

import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import { type Cents, coinCents, formatCents, sumsOf } from "#domain/deals/money.ts";
import { orderActions, type OrderState } from "#domain/deals/order.ts";
import { recordAge } from "#domain/due-words.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  type DealChange,
  type DealMoment,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { balanceOf, isOverdue } from "#server/features/deals/deal/deal-state.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { keepResponse, refuseRepetition } from "#server/features/deals/deal/repeated-call.ts";
import type { OrderRow, PaymentRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { moveOrder, moveQuietly } from "./change-order.ts";
import { partMail } from "./order-mails.ts";

type PaymentEntry = v.InferOutput<typeof dealRequests.payment> & ByStaff;
type PaymentOutcome = CallOutcome<{ readonly balance_cents: number; readonly state: OrderState }>;

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
  entry: PaymentEntry,
): Promise<PaymentOutcome | null> {
  const { ref: reference, userId, callKey, received_on: day } = entry;
  const now = context.now();
  if (day > nzDate(now) || day < nzDate(new Date(now.getTime() - yearMs))) return { refusal: oddDay };
  const options = { reference, userId, callKey };
  const outcome = await changeDeal<PaymentOutcome>(context, options, (moment) =>
    payIn(context, moment, entry),
  );
  return outcome ?? payLeftOrder(context, entry);
}

function orderFor(orders: readonly OrderRow[], { invoice_number: number }: PaymentEntry) {
  return number === undefined ? orders.at(-1) : orders.find((order) => order.invoice_number === number);
}

/** Of an order that has outlived its enquiry: there is nobody to mail and no history, but money is never dropped. */
function payLeftOrder(context: DealContext, entry: PaymentEntry): Promise<PaymentOutcome | null> {
  const { database } = context;
  const { ref: reference, callKey } = entry;
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    await refuseRepetition(tx, callKey);
    const rows = tx.selectFrom("orders").selectAll().where("ref_number", "=", reference);
    const order = orderFor(await rows.orderBy("invoice_number").execute(), entry);
    if (order === undefined) return null;
    const at = context.now();
    const paid = await insertPayment({ tx, at }, entry, order);
    if ("refusal" in paid) return paid;
    const response = { balance_cents: balanceOf(order, paid.ok), state: order.state };
    await keepResponse(tx, { reference, callKey, response, at });
    return { ok: response };
  });
}

async function payIn(
  context: DealContext,
  moment: DealMoment,
  entry: PaymentEntry,
): Promise<DealChange<PaymentOutcome>> {
  const order = orderFor(moment.deal.orders, entry);
  if (order === undefined) return refused(orderActions.payment.refusal);
  const paid = await insertPayment(moment, entry, order);
  if ("refusal" in paid) return refused(paid.refusal);
  const { payment } = paid.ok;
  const owed = balanceOf(order, paid.ok);
  const { state } = await settle(context, moment, order, { payment, owed });
  const correction = payment.method === "correction" ? { was: "correction" } : {};
  const event = { type: "payment" as const, becomes: String(payment.amount_cents), ...correction };
  return done({ balance_cents: owed, state }, { events: [event] });
}

/** Returns the order as it is with this payment. A correction mails nobody. */
async function settle(
  context: DealContext,
  moment: DealMoment,
  order: OrderRow,
  { payment, owed }: { readonly payment: PaymentRow; readonly owed: Cents },
): Promise<OrderRow> {
  const { tx, deal, at } = moment;
  const isWaiting = order.state === "awaiting_payment" && !isOverdue(order, at);
  if (!isWaiting || payment.amount_cents < 0) return order;
  const isQuiet = payment.method === "correction";
  if (owed <= 0)
    return isQuiet
      ? moveQuietly(moment, order, { state: "paid" })
      : moveOrder(context, moment, order, { state: "paid" });
  const part = partMail(context, order, { payment, owed, at });
  if (!isQuiet) await queueDealMail(tx, context, deal, part, { at });
  return order;
}

interface Inserted {
  readonly payment: PaymentRow;
  readonly payments: readonly PaymentRow[]; // All of the order.
}

/** Writes the payment and its rounding. Nobody is paid back more than the order holds. */
async function insertPayment(
  { tx, at }: Pick<DealMoment, "tx" | "at">,
  entry: PaymentEntry,
  order: OrderRow,
): Promise<Outcome<Inserted, Refusal>> {
  const { amount_cents, method, received_on, note, userId: user_id } = entry;
  const before = await paymentsOf(tx, order.id);
  const most = paidBackMost(before, method);
  const holds = most === 0 ? "no money: nothing" : `${formatCents(most)}: no more`;
  const message = `Invoice ${order.invoice_number} holds ${holds} can be paid back`;
  if (-amount_cents > most) return { refusal: { status: 422, message } };
  const double = await paymentDouble({ tx, at }, before, entry);
  if (double !== null) return { refusal: double };
  const facts = { order_id: order.id, received_on, user_id, at: at.toISOString() };
  const payment = { id: randomUUID(), amount_cents, method, note, ...facts };
  const cents = roundingAfter(order, [...before, payment], payment);
  // Sorted by its id behind the payment, which has the same time.
  const rounding = {
    ...payment,
    id: `${payment.id}-rounding`,
    amount_cents: cents,
    method: "rounding",
    note: null,
  } as const;
  const rows = cents === 0 ? [payment] : [payment, rounding];
  await tx.insertInto("payments").values(rows).execute();
  return { ok: { payment, payments: [...before, ...rows] } };
}

/** Cash reaches the next coin. */
function paidBackMost(payments: readonly PaymentRow[], method: string): Cents {
  const { paid, rounding } = sumsOf(payments);
  const held = Math.max(0, paid, paid - rounding);
  return method === "cash" ? Math.ceil(held / coinCents) * coinCents : held;
}

/** What cash can't pay of what is owed. Once all money has gone back, no rounding stays either. */
function roundingAfter(
  order: OrderRow,
  payments: readonly PaymentRow[],
  { amount_cents: cents, method }: PaymentRow,
): Cents {
  const { paid, rounding } = sumsOf(payments);
  const owed = balanceOf(order, { payments });
  const isCash = method === "cash";
  if (isCash && order.state !== "cancelled" && Math.abs(owed) <= coinCents) return owed;
  const isAllBack = isCash ? Math.abs(paid) <= coinCents : paid === rounding;
  return cents < 0 && isAllBack ? -paid : 0;
}

/** Asks (`again` in the call says that it is meant) about the same amount, day and method among the payments `before`, unless it was taken back since. */
async function paymentDouble(
  moment: Pick<DealMoment, "tx" | "at">,
  before: readonly PaymentRow[],
  { again, userId, ...entry }: PaymentEntry,
): Promise<Refusal | null> {
  const cents = entry.amount_cents;
  const alike = before.filter(
    (one) =>
      Math.abs(one.amount_cents) === Math.abs(cents) &&
      one.method === entry.method &&
      one.received_on === entry.received_on,
  );
  const sum = alike.reduce((total, one) => total + one.amount_cents, 0);
  const last = alike.findLast(
    (one) => one.amount_cents === cents && (again === false || one.user_id !== userId),
  );
  if (again === true || last === undefined || sum * cents <= 0) return null;
  const what = `${cents > 0 ? "A payment" : "A refund"} of ${formatCents(Math.abs(cents))} for this day`;
  const message = `${what} is already there, ${await enteredBy(moment, last.user_id, last.at)}`;
  return { status: 409, message, field: "again" };
}

/** Who made an entry that is there already, and when. */
export async function enteredBy(
  { tx, at }: Pick<DealMoment, "tx" | "at">,
  userId: string,
  since: string,
): Promise<string> {
  const users = tx.selectFrom("users").select(["full_name", "email"]).where("id", "=", userId);
  const { full_name: name, email } = await users.executeTakeFirstOrThrow();
  return `entered by ${name || email} ${recordAge(new Date(since), at)}`;
}
