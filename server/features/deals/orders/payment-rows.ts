import { randomUUID } from "node:crypto";

import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import { type Cents, coinCents, formatCents, sumsOf } from "#domain/deals/money.ts";
import type { ByStaff, DealMoment } from "#server/features/deals/deal/change-deal.ts";
import { balanceOf } from "#server/features/deals/deal/deal-state.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import type { OrderRow, PaymentRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { paymentDouble } from "./doubles.ts";

type PaymentEntry = v.InferOutput<typeof dealRequests.payment> & ByStaff;

interface Inserted {
  readonly payment: PaymentRow;
  readonly payments: readonly PaymentRow[]; // All of the order.
}

/** Writes the payment and its rounding. Nobody is paid back more than the order holds. */
export async function insertPayment(
  { tx, at }: Pick<DealMoment, "tx" | "at">,
  entry: PaymentEntry,
  order: OrderRow,
): Promise<Inserted | { readonly refusal: Refusal }> {
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
  return { payment, payments: [...before, ...rows] };
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
