import type { DealMailKind } from "#domain/deals/mails.ts";
import { formatCents } from "#domain/deals/money.ts";
import { formatDay } from "#domain/nz-time.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow, PaymentRow } from "#server/platform/database/deal-tables.ts";
import type { OutboxRow } from "#server/platform/database/tables.ts";

import { lastDayToPay, type OrderMoment, whereToPay } from "./order-mails.ts";

export function paidMailKey({ id }: Pick<OrderRow, "id">): string {
  return `paid/${id}`;
}

export function queuePaidMail(
  tx: Query,
  context: DealContext,
  { deal, order, at }: OrderMoment,
): Promise<void> {
  const total = formatCents(order.total_cents);
  const mail = {
    key: paidMailKey(order),
    subject: `Paid, thank you ${deal.reference}: we are packing your parts`,
    heading: "Paid, thank you",
    paragraphs: [
      "Your payment has arrived in full. We are packing your parts now.",
      "As soon as they are on their way, we send you the number to track them with.",
    ],
    facts: [
      { label: "Paid", value: `${total}, including GST` },
      { label: "Invoice", value: String(order.invoice_number) },
    ],
    button: "See your order",
  };
  return queueDealMail(tx, context, deal, mail, { at });
}

type Written = Pick<OutboxRow, "key" | "created_at">;

async function mailsOf(tx: Query, kind: DealMailKind, { id, ref_number }: OrderRow): Promise<Written[]> {
  const mails = tx.selectFrom("outbox").select(["key", "created_at"]).where("ref_number", "=", ref_number);
  const written = await mails.where("kind", "=", kind).execute();
  return written.filter(({ key }) => key.startsWith(`${kind}/${id}`));
}

/** A revived order gets the same kind of mail again: `pay/<id>`, then `pay/<id>/2`. */
function nextKey(kind: DealMailKind, { id }: OrderRow, before: readonly Written[]): string {
  return before.length === 0 ? `${kind}/${id}` : `${kind}/${id}/${before.length + 1}`;
}

interface PartPaid extends OrderMoment {
  readonly payment: PaymentRow;
  readonly owed: number;
}

export function queuePartMail(
  tx: Query,
  context: DealContext,
  { deal, order, at, payment, owed }: PartPaid,
): Promise<void> {
  const [arrived, missing] = [formatCents(payment.amount_cents), formatCents(owed)];
  const last = formatDay(lastDayToPay(order), at);
  const mail = {
    key: `part/${payment.id}`,
    subject: `Part of your payment has arrived ${deal.reference}: ${missing} is missing`,
    heading: `Part of your payment has arrived: ${missing} is missing`,
    paragraphs: [
      `Thank you. ${arrived} has arrived. ${missing} of ${formatCents(order.total_cents)} is still missing.`,
      `Please pay ${missing} by ${last}. ${whereToPay(context)}`,
    ],
    facts: [
      { label: "Arrived", value: arrived },
      { label: "Still to pay", value: missing },
      { label: "Pay by", value: last },
    ],
    button: "See how to pay",
  };
  return queueDealMail(tx, context, deal, mail, { at });
}

/** One business day before the last moment to pay. Once for each time that the order waits for money. */
export async function queuePayReminder(
  tx: Query,
  context: DealContext,
  { deal, order, at, owed }: OrderMoment & { readonly owed: number },
): Promise<void> {
  const before = await mailsOf(tx, "pay", order);
  if (before.some(({ created_at: written }) => written > order.changed_at)) return;
  const missing = formatCents(owed);
  const last = formatDay(lastDayToPay(order), at);
  const mail = {
    key: nextKey("pay", order, before),
    subject: `Reminder ${deal.reference}: please pay ${missing} by ${last}`,
    heading: `Please pay by ${last}`,
    paragraphs: [
      `We hold your parts until the end of ${last}. ${missing} has not arrived yet.`,
      `${whereToPay(context)} If you have paid already, thank you: a transfer can take a day.`,
    ],
    facts: [
      { label: "To pay", value: missing },
      { label: "Pay by", value: last },
    ],
    button: "See how to pay",
  };
  return queueDealMail(tx, context, deal, mail, { at });
}

/** `paid` is what has arrived so far: it waits for staff. */
export async function queueLapsedMail(
  tx: Query,
  context: DealContext,
  { deal, order, at, paid }: OrderMoment & { readonly paid: number },
): Promise<void> {
  const mail = {
    key: nextKey("lapsed", order, await mailsOf(tx, "lapsed", order)),
    subject: `Payment time has passed ${deal.reference}: nothing is owed`,
    heading: "Payment time has passed: nothing is owed",
    paragraphs: [
      "Your payment has not arrived in time, so we no longer hold your parts. You owe nothing.",
      paid > 0
        ? `${formatCents(paid)} of it did arrive. We ring you about it, or reply to this e-mail.`
        : "If you have just paid, or still want the parts, reply to this e-mail: as long as they are here, your order goes on.",
    ],
    button: "See your order",
  };
  return queueDealMail(tx, context, deal, mail, { at });
}
