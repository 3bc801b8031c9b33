import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import type { OrderState } from "#domain/deals/order.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
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
import { keepResponse, refuseRepetition } from "#server/features/deals/deal/repeated-call.ts";
import type { OrderRow, PaymentRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { moveOrder } from "./move-order.ts";
import { paidMail, partMail, stopOutdatedMails } from "./order-mails.ts";
import { insertPayment } from "./payment-rows.ts";

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

const noOrder = "There is no order to pay yet";

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
    const response = { balance_cents: balanceOf(order, paid), state: order.state };
    await keepResponse(tx, { reference, callKey, response, at });
    return { response };
  });
}

async function payIn(
  context: DealContext,
  moment: DealMoment,
  entry: PaymentEntry,
): Promise<DealChange<PaymentOutcome>> {
  const order = orderFor(moment.deal.orders, entry);
  if (order === undefined) return refused(noOrder);
  const paid = await insertPayment(moment, entry, order);
  if ("refusal" in paid) return refused(paid.refusal);
  const { payment } = paid;
  const owed = balanceOf(order, paid);
  const { state } = await settle(context, moment, { order, payment, owed });
  const correction = payment.method === "correction" ? { was: "correction" } : {};
  const event = { type: "payment" as const, becomes: String(payment.amount_cents), ...correction };
  return done({ balance_cents: owed, state }, { events: [event] });
}

interface Settling {
  readonly order: OrderRow;
  readonly payment: PaymentRow;
  readonly owed: number;
}

/** Returns the order as it is with this payment. A correction mails nobody. */
async function settle(
  context: DealContext,
  { tx, deal, at }: DealMoment,
  { order, payment, owed }: Settling,
): Promise<OrderRow> {
  const isWaiting = order.state === "awaiting_payment" && !isOverdue(order, at);
  if (!isWaiting || payment.amount_cents < 0) return order;
  const isQuiet = payment.method === "correction";
  if (owed > 0) {
    const part = partMail(context, order, { payment, owed, at });
    if (!isQuiet) await queueDealMail(tx, context, deal, part, { at });
    return order;
  }
  await stopOutdatedMails(tx, order, "paid", at);
  if (!isQuiet) await queueDealMail(tx, context, deal, paidMail(order), { at });
  return moveOrder(tx, order, { state: "paid", at, paid_at: at.toISOString() });
}
