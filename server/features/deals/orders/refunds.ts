import { owedCents, standingCents } from "#domain/deals/deal-state.ts";
import type { Order, Payment } from "#domain/deals/deal.ts";
import { creditFor } from "#domain/deals/documents.ts";
import { type Cents, formatCents, nzd } from "#domain/deals/money.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { AnyWork } from "#server/features/deals/deal/change-deal.ts";
import type { DealMail } from "#server/features/deals/deal/deal-mail.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";

import type { KeptOrderWork } from "./change-kept-order.ts";
import { moveQuietly, recordAfter } from "./change-order.ts";
import { issueCredit } from "./documents.ts";
import { enterMoney, paidBackRefusal } from "./enter-money.ts";
import { approvedLines, releaseReturned } from "./order-items.ts";
import type { OrderBalance } from "./payments.ts";

export interface OrderRefund extends Pick<Payment, "method" | "note" | "source"> {
  readonly amount_cents: Cents; // More than 0.
  /** Ids of lines of the approved version, or "freight": for the words of the credit note. */
  readonly lines: readonly string[];
  /** The user, unless the card company reports the refund. */
  readonly userId: string | null;
  /** The money has gone back already: it is entered whatever the order holds by now. */
  readonly isDone?: boolean;
}

export interface PaidBack {
  readonly payment: Payment;
  readonly order: Order; // With the refund.
  readonly credit: string | null; // The number of the credit note.
}

export interface RefundResponse extends OrderBalance {
  /** The number of the credit note; null if none was needed. */
  readonly credit: string | null;
}

/**
 * Enters money that goes back, with a credit note for what the invoice still stands for: too much money, or money of an
 * ended order, needs none (deals.md section 7). Refuses more than the order holds. Once it holds nothing, its invoice
 * stands for nothing, and the order is refunded. The customer is mailed.
 */
export async function payBack(
  work: KeptOrderWork,
  order: Order,
  refund: OrderRefund,
): Promise<Outcome<PaidBack, Refusal>> {
  const { tx, deal, at } = work;
  const out = { ...refund, amount_cents: -refund.amount_cents };
  const refusal = refund.isDone === true ? null : paidBackRefusal(order, await paymentsOf(tx, order.id), out);
  if (refusal !== null) return { refusal };
  const { payment, order: paid } = await enterMoney(work, order, {
    ...out,
    received_on: nzDate(at),
    currency: nzd,
  });
  const before = standingCents(order);
  const held = order.paid_cents;
  const cents = creditFor({ held, standing: before, back: held - paid.paid_cents });
  const why = whyOf(await linesOf(tx, order), refund);
  const credit = cents === 0 ? null : await issueCredit(work, order, { before, cents, why });
  const now = await movedBy(work, paid, { cents, isAll: cents === before });
  await releaseReturned(work, order, refund.lines);
  await work.mail(refundMail(order, { payment, refund, credit }));
  const was = credit === null ? {} : { was: credit };
  work.event({ type: "refund", becomes: String(refund.amount_cents), ...was });
  if (deal !== null && now.state !== order.state) work.settleRecord(recordAfter(deal, now));
  return { ok: { payment, order: now, credit } };
}

export function refundResponse(order: Order, credit: string | null): RefundResponse {
  return { balance_cents: owedCents(order), state: order.state, credit };
}

async function movedBy(
  work: AnyWork,
  order: Order,
  { cents, isAll }: { readonly cents: Cents; readonly isAll: boolean },
): Promise<Order> {
  if (cents === 0) return order;
  const cells = { credited_cents: order.credited_cents + cents, changed_at: work.at.toISOString() };
  await work.tx.updateTable("orders").set(cells).where("id", "=", order.id).execute();
  const credited = { ...order, ...cells };
  return isAll ? moveQuietly(work, credited, { state: "refunded" }) : credited;
}

/** Texts by line id; the freight has the id "freight". */
export type RefundLines = ReadonlyMap<string, string>;

export async function linesOf(db: Query, order: Order): Promise<RefundLines> {
  const lines = await approvedLines(db, order);
  return new Map([...lines.map(({ id, text }) => [id, text] as const), ["freight", "Freight"]]);
}

function whyOf(names: RefundLines, { lines, amount_cents }: OrderRefund): string {
  const named = lines.map((id) => names.get(id) ?? id);
  return `Refunded: ${named.length === 0 ? formatCents(amount_cents) : named.join(", ")}`;
}

export const refundWays: Readonly<Record<string, string>> = {
  transfer: "by bank transfer",
  cash: "in cash",
  card: "to your card",
};

interface RefundNews {
  readonly payment: Payment;
  readonly refund: OrderRefund;
  readonly credit: string | null;
}

function refundMail(order: Order, { payment, refund, credit }: RefundNews): DealMail {
  const { note, method } = refund;
  const [amount, way] = [formatCents(refund.amount_cents), refundWays[method] ?? method];
  return {
    key: `refund/${payment.id}`,
    subject: `Refunded ${order.ref_number}: ${amount}`,
    heading: `We have refunded ${amount}`,
    paragraphs: [
      `We have refunded ${amount} ${way}.${method === "cash" ? "" : " Your bank can take some days to show it."}`,
      ...(note === null || note === "" ? [] : inParagraphs(note)),
      ...(credit === null ? [] : ["The page of your order has the credit note."]),
    ],
    facts: [
      { label: "Refunded", value: amount },
      { label: "Invoice", value: String(order.invoice_number) },
      ...(credit === null ? [] : [{ label: "Credit note", value: credit }]),
    ],
    button: "See your order",
    ...(note === null ? {} : { words: note }),
  };
}
