import { type Cents, formatCents, nzd } from "#domain/deals/money.ts";
import { orderStates } from "#domain/deals/order.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { DealEvent, DealMoment } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { type Deal, paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import type { OrderRow, PaymentRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { moveOrder } from "./change-order.ts";
import { issueCredit, standingCents } from "./documents.ts";
import { enterMoney, paidBackRefusal } from "./enter-money.ts";

export interface Refund extends Pick<PaymentRow, "method" | "note" | "source"> {
  readonly amount_cents: Cents; // More than 0.
  /** Ids of lines of the approved version, or "freight": for the words of the credit note. */
  readonly lines: readonly string[];
  readonly userId: string;
}

export interface PaidBack {
  readonly payment: PaymentRow;
  readonly order: OrderRow; // As it is now.
  readonly credit: string | null; // The number of the credit note.
  readonly event: DealEvent;
}

/**
 * Money that goes back, with a credit note for what the invoice still stands for: paying back too much money, or money of an
 * ended order, needs none (deals.md section 7). Nobody is paid back more than the order holds.
 */
export async function payBack(
  context: DealContext,
  moment: DealMoment,
  order: OrderRow,
  refund: Refund,
): Promise<Outcome<PaidBack, Refusal>> {
  const { tx, deal, at } = moment;
  const out = { ...refund, amount_cents: -refund.amount_cents };
  const refusal = paidBackRefusal(order, await paymentsOf(tx, order.id), out);
  if (refusal !== null) return { refusal };
  const before = standingCents(order);
  const tooMuch = Math.max(0, order.paid_cents - before);
  const cents = Math.min(before, Math.max(0, refund.amount_cents - tooMuch));
  const money = { ...out, received_on: nzDate(at), currency: nzd };
  const { payment, order: paid } = await enterMoney(moment, order, money);
  const credited = { ...paid, credited_cents: order.credited_cents + cents };
  const why = whyOf(deal, order, refund);
  const credit = cents === 0 ? null : await issueCredit(tx, order, { before, cents, why, at });
  if (cents > 0)
    await tx
      .updateTable("orders")
      .set({ credited_cents: credited.credited_cents, changed_at: at.toISOString() })
      .where("id", "=", order.id)
      .execute();
  const isAll = cents > 0 && cents === before && orderStates[order.state].money === "due";
  const now = isAll ? await moveOrder(context, moment, credited, { state: "refunded" }) : credited;
  const event = {
    type: "refund",
    becomes: String(refund.amount_cents),
    ...(credit === null ? {} : { was: credit }),
  } as const;
  return { ok: { payment, order: now, credit, event } };
}

function whyOf({ versions }: Deal, { number }: OrderRow, { lines, amount_cents }: Refund): string {
  const quoted = versions.find((version) => version.number === number)?.content.lines ?? [];
  const names = lines.map((id) =>
    id === "freight" ? "Freight" : (quoted.find((line) => line.id === id)?.text ?? id),
  );
  return names.length === 0 ? `Paid back: ${formatCents(amount_cents)}` : `Paid back: ${names.join(", ")}`;
}
