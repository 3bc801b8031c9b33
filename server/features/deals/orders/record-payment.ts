import { payBy } from "#domain/deals/deadlines.ts";
import type { OrderState } from "#domain/deals/stage.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import {
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
import { balanceOf, isOverdue } from "#server/features/deals/deal/deal-state.ts";
import { owedBackOf, paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { keepResponse, refuseRepetition } from "#server/features/deals/deal/repeated-call.ts";
import type { OrderRow, PaymentRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { moveOrder } from "./move-order.ts";
import { holdItemsAgain } from "./order-items.ts";
import { mailsOf, nextKey, paidMail, partMail, stopMailsBefore } from "./order-mails.ts";
import { insertPayment, type PaymentEntry } from "./payment-rows.ts";

type PaymentOutcome = CallOutcome<{ readonly balance_cents: number; readonly state: OrderState }>;

const yearMs = 366 * dayMs;

/** Another day is a slip, and a payment can never be changed. */
const oddDay: Refusal = {
  status: 400,
  message: "received_on: must be today or a day in the past year",
};

/** Notes money that came or went, and what follows from it. Money for a cancelled order waits to be paid back. */
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
  return outcome ?? recordLeftPayment(context, entry);
}

/** For an order that has outlived its enquiry: there is nobody to mail and no history, but money is never dropped. */
function recordLeftPayment(context: DealContext, entry: PaymentEntry): Promise<PaymentOutcome | null> {
  const { database } = context;
  const { ref: reference, callKey } = entry;
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    await refuseRepetition(tx, callKey);
    const rows = tx.selectFrom("orders").selectAll().where("ref_number", "=", reference);
    const orders = await rows.orderBy("invoice_number").execute();
    const last = orders.at(-1);
    if (last === undefined) return null;
    const held = { payments: await paymentsOf(tx, last.id), owedBack: await owedBackOf(tx, orders) };
    const at = context.now();
    const paid = await insertPayment({ tx, at }, entry, { last, ...held });
    if ("refusal" in paid) return paid;
    const response = { balance_cents: balanceOf(paid.order, paid), state: paid.order.state };
    await keepResponse(tx, { reference, callKey, response, at });
    return { response };
  });
}

async function payIn(
  context: DealContext,
  moment: DealMoment,
  entry: PaymentEntry,
): Promise<DealChange<PaymentOutcome>> {
  const { tx, deal, at } = moment;
  const last = deal.orders.at(-1);
  if (last === undefined) return refused("There is no order to pay yet");
  const paid = await insertPayment(moment, entry, { ...deal, last });
  if ("refusal" in paid) return refused(paid.refusal);
  const { order, payment } = paid;
  const owed = balanceOf(order, paid);
  const isIn = payment.amount_cents > 0;
  const isQuiet = payment.method === "correction";
  const settled = await settle(context, moment, { order, owed, isIn, isQuiet });
  const { state } = settled.order;
  if (state === "awaiting_payment" && isIn && !isQuiet) {
    const part = partMail(context, settled.order, { payment, owed, at });
    await queueDealMail(tx, context, deal, part, { at });
  }
  return done(
    { balance_cents: owed, state },
    {
      events: [paymentEvent(payment, order, settled), ...settled.events],
      ...(settled.events.length > 0 ? { record: { order_placed: true } } : {}),
    },
  );
}

/** `was` is the state before, if the order waits for money again; of another correction it says that it is one. */
function paymentEvent(
  { amount_cents: cents, method }: PaymentRow,
  before: OrderRow,
  { order }: Settled,
): DealEvent {
  const isReopened = order.state === "awaiting_payment" && isSettled(before);
  const was = isReopened ? before.state : method === "correction" ? method : undefined;
  return { type: "payment", becomes: String(cents), ...(was === undefined ? {} : { was }) };
}

/** Paid, and not sent yet. */
function isSettled({ state }: OrderRow): boolean {
  return state === "paid" || state === "packed";
}

interface Settling {
  readonly order: OrderRow;
  readonly owed: number;
  readonly isIn: boolean;
  /** Nobody is mailed that it is paid. */
  readonly isQuiet?: boolean;
}

interface Settled {
  readonly order: OrderRow;
  readonly events: readonly DealEvent[];
}

async function settle(context: DealContext, moment: DealMoment, settling: Settling): Promise<Settled> {
  const { order, owed, isIn, isQuiet = false } = settling;
  const { at } = moment;
  // The bank took the payment back, or it was entered by mistake.
  if (!isIn && owed > 0 && isSettled(order))
    return { order: await awaitPayment(context, moment, order), events: [] };
  const isOpen = order.state === "awaiting_payment" || order.state === "lapsed";
  if (!isOpen || !isIn) return { order, events: [] };
  if (isOverdue(order, at)) return reviveOrder(context, moment, { order, owed, isQuiet });
  if (owed > 0) return { order, events: [] };
  return { order: await payOrder(context, moment, order, isQuiet), events: [] };
}

/** Only if its parts are still free: otherwise it stays as it is, and its money waits for staff. */
export async function reviveOrder(
  context: DealContext,
  moment: DealMoment,
  { order, owed, isQuiet = false }: Omit<Settling, "isIn">,
): Promise<Settled> {
  const taken = await holdItemsAgain(moment.tx, context.database, order.id);
  if (taken.length > 0) return { order, events: [] };
  const events: DealEvent[] = order.state === "lapsed" ? [{ type: "order_revived" }] : [];
  if (owed <= 0) return { order: await payOrder(context, moment, order, isQuiet), events };
  return { order: await awaitPayment(context, moment, order), events };
}

/** Gives the customer the full time to pay again. */
async function awaitPayment(
  { deals, calendar }: DealContext,
  { tx, at }: DealMoment,
  order: OrderRow,
): Promise<OrderRow> {
  await stopMailsBefore("awaiting_payment", tx, order, at);
  const pay_by = payBy(at, deals.payWithinDays, calendar).toISOString();
  const none = { paid_at: null, lapsed_at: null };
  return moveOrder(tx, order, { state: "awaiting_payment", at, pay_by, ...none });
}

async function payOrder(
  context: DealContext,
  { tx, deal, at }: DealMoment,
  order: OrderRow,
  isQuiet: boolean,
): Promise<OrderRow> {
  await stopMailsBefore("paid", tx, order, at);
  // One thank-you for each order (deals.md section 6); one that never left does not count.
  const before = await mailsOf(tx, "paid", order);
  if (!isQuiet && before.every(({ state }) => state === "failed"))
    await queueDealMail(tx, context, deal, paidMail(order, nextKey("paid", order, before)), { at });
  return moveOrder(tx, order, { state: "paid", at, paid_at: at.toISOString(), lapsed_at: null });
}
