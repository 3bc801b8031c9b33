import type * as v from "valibot";

import type { moneyRequests } from "#domain/deals/money-wire.ts";
import { orderActions, type OrderState } from "#domain/deals/order.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { owedCents } from "#server/features/deals/deal/deal-state.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { changeLeftOrder, orderFor } from "./payments.ts";
import { linesOf, type PaidBack, payBack } from "./refunds.ts";

type RefundEntry = v.InferOutput<typeof moneyRequests.refund> & ByStaff;

type RefundOutcome = CallOutcome<{
  readonly balance_cents: number;
  readonly state: OrderState;
  /** The number of the credit note; null if none was needed. */
  readonly credit: string | null;
}>;

/** Pays money back by transfer or in cash, or asks the card company to. */
export async function refundOrder(context: DealContext, entry: RefundEntry): Promise<RefundOutcome | null> {
  const { ref: reference, userId, callKey } = entry;
  const outcome = await changeDeal<RefundOutcome>(context, { reference, userId, callKey }, async (moment) => {
    const order = orderFor(moment.deal.orders, entry);
    if (order === undefined) return refused(orderActions.refund.refusal);
    const refusal = await refusalOf(moment.tx, order, entry);
    if (refusal !== null) return refused(refusal);
    const back = await payBack(context, moment, order, { ...entry, source: null });
    if ("refusal" in back) return refused(back.refusal);
    const { event, record } = back.ok;
    return done(responseOf(back.ok), { events: [event], ...(record === undefined ? {} : { record }) });
  });
  return outcome ?? refundLeftOrder(context, entry);
}

/** Of an order that has outlived its enquiry. */
function refundLeftOrder(context: DealContext, entry: RefundEntry): Promise<RefundOutcome | null> {
  return changeLeftOrder(context, entry, async (moment, order) => {
    const refusal = await refusalOf(moment.tx, order, entry);
    if (refusal !== null) return { refusal };
    const back = await payBack(context, { ...moment, deal: null }, order, { ...entry, source: null });
    return "refusal" in back ? back : { ok: responseOf(back.ok) };
  });
}

function responseOf({ order, credit }: PaidBack) {
  return { balance_cents: owedCents(order), state: order.state, credit };
}

/** Of an order that still waits for the rest, nothing goes back: the next payment would make it paid. */
async function refusalOf(
  db: Query,
  order: OrderRow,
  { lines, method }: Pick<RefundEntry, "lines" | "method">,
): Promise<Refusal | null> {
  if (order.state === "awaiting_payment")
    return { status: 409, message: "The order still waits for its payment: cancel it, then pay back" };
  const payments = await paymentsOf(db, order.id);
  if (method === "card" && !payments.some((one) => one.method === "card"))
    return { status: 422, message: "Nothing was paid by card: pay back by transfer or in cash" };
  const known = await linesOf(db, order);
  const wrong = lines.find((id) => !known.has(id));
  return wrong === undefined ? null : { status: 400, message: `lines: the order has no line ${wrong}` };
}
