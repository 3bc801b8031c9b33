import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import { formatCents, nzd } from "#domain/deals/money.ts";
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
  type DealEvent,
  type DealMoment,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { isOverdue, owedCents } from "#server/features/deals/deal/deal-state.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { keepResponse, refuseRepetition } from "#server/features/deals/deal/repeated-call.ts";
import type { OrderRow, PaymentRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { cardSource } from "./card-pages.ts";
import { moveOrder, moveQuietly } from "./change-order.ts";
import { type Entered, enterMoney, type MoneyEntry, paidBackRefusal, pendingRefusal } from "./enter-money.ts";
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

/** The order that money is for: the last one without an invoice number. */
export function orderFor(
  orders: readonly OrderRow[],
  { invoice_number: number }: { readonly invoice_number?: number },
): OrderRow | undefined {
  return number === undefined ? orders.at(-1) : orders.find((order) => order.invoice_number === number);
}

function payLeftOrder(context: DealContext, entry: PaymentEntry): Promise<PaymentOutcome | null> {
  return changeLeftOrder(context, entry, async (moment, order) => {
    const paid = await enterByHand(moment, order, entry);
    if ("refusal" in paid) return paid;
    return { ok: { balance_cents: owedCents(paid.ok.order), state: order.state } };
  });
}

interface LeftEntry extends Pick<ByStaff, "callKey"> {
  readonly ref: string;
  readonly invoice_number?: number;
}

/** Of an order that has outlived its enquiry: there is nobody to mail and no history, but money is never dropped. */
export function changeLeftOrder<Response extends object>(
  { database, now }: DealContext,
  entry: LeftEntry,
  work: (moment: Omit<DealMoment, "deal">, order: OrderRow) => Promise<CallOutcome<Response>>,
): Promise<CallOutcome<Response> | null> {
  const { ref: reference, callKey } = entry;
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    await refuseRepetition(tx, callKey);
    const rows = tx.selectFrom("orders").selectAll().where("ref_number", "=", reference);
    const order = orderFor(await rows.orderBy("invoice_number").execute(), entry);
    if (order === undefined) return null;
    const at = now();
    const outcome = await work({ tx, at }, order);
    if ("ok" in outcome) await keepResponse(tx, { reference, callKey, response: outcome.ok, at });
    return outcome;
  });
}

async function payIn(
  context: DealContext,
  moment: DealMoment,
  entry: PaymentEntry,
): Promise<DealChange<PaymentOutcome>> {
  const order = orderFor(moment.deal.orders, entry);
  if (order === undefined) return refused(orderActions.payment.refusal);
  const entered = await enterByHand(moment, order, entry);
  if ("refusal" in entered) return refused(entered.refusal);
  const { state, event } = await settle(context, moment, entered.ok);
  return done({ balance_cents: owedCents(entered.ok.order), state }, { events: [event] });
}

/** Nobody is paid back more than the order holds, and what looks entered already is asked about. */
async function enterByHand(
  moment: Pick<DealMoment, "tx" | "at">,
  order: OrderRow,
  { userId, ...entry }: PaymentEntry,
): Promise<Outcome<Entered, Refusal>> {
  const payments = await paymentsOf(moment.tx, order.id);
  const refusal =
    paidBackRefusal(order, payments, entry) ??
    (entry.amount_cents < 0 ? await pendingRefusal(moment.tx, order.id) : null) ??
    (await paymentDouble(moment, payments, { ...entry, userId }));
  if (refusal !== null) return { refusal };
  const { currency = nzd } = entry;
  return { ok: await enterMoney(moment, order, { ...entry, userId, currency, source: null }) };
}

/** Money that came, from a bank line or a card: it is entered as it is, whatever the state of the order. */
export async function receiveMoney(
  context: DealContext,
  moment: DealMoment,
  order: OrderRow,
  entry: MoneyEntry,
): Promise<Settled> {
  return settle(context, moment, await enterMoney(moment, order, entry));
}

export interface Settled {
  /** Of the order, with this payment. */
  readonly state: OrderState;
  readonly event: DealEvent;
}

/** A correction mails nobody. */
async function settle(
  context: DealContext,
  moment: DealMoment,
  { order, payment }: Entered,
): Promise<Settled> {
  const { tx, deal, at } = moment;
  const isQuiet = payment.method === "correction";
  const becomes = String(payment.amount_cents);
  const event = { type: "payment", becomes, ...(isQuiet ? { was: "correction" } : {}) } as const;
  // Its parts are held until it lapses, and a card page that was paid ended before that.
  const isInTime = !isOverdue(order, at) || payment.source?.startsWith(cardSource) === true;
  const isWaiting = order.state === "awaiting_payment" && isInTime;
  if (!isWaiting || payment.amount_cents < 0 || payment.currency !== nzd)
    return { state: order.state, event };
  const owed = owedCents(order);
  if (owed <= 0) {
    if (isQuiet) await moveQuietly(moment, order, { state: "paid" });
    else await moveOrder(context, moment, order, { state: "paid" });
    return { state: "paid", event };
  }
  const part = partMail(context, order, { payment, owed, at });
  if (!isQuiet) await queueDealMail(tx, context, deal, part, { at });
  return { state: order.state, event };
}

/** Asks (`again` in the call says that it is meant) about the same amount, day and method among the payments `before`, unless it was taken back since. */
async function paymentDouble(
  moment: Pick<DealMoment, "tx" | "at">,
  before: readonly PaymentRow[],
  {
    again,
    userId,
    ...entry
  }: Pick<PaymentEntry, "amount_cents" | "method" | "received_on" | "again" | "userId">,
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
  userId: string | null,
  since: string,
): Promise<string> {
  if (userId === null) return `by card ${recordAge(new Date(since), at)}`;
  const users = tx.selectFrom("users").select(["full_name", "email"]).where("id", "=", userId);
  const { full_name: name, email } = await users.executeTakeFirstOrThrow();
  return `entered by ${name || email} ${recordAge(new Date(since), at)}`;
}
