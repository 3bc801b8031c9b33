import { formatCents } from "#domain/deals/money.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

/** An order as one transaction sees it. */
export interface OrderMoment {
  readonly deal: Deal;
  readonly order: OrderRow;
  readonly at: Date;
}

/** Mails never name the account (deals.md 1.8). */
export function whereToPay({ deals: { bank } }: Pick<DealContext, "deals">): string {
  return bank === null
    ? "We send you the account to pay to. The code to pay with is on the page of your order."
    : "The account, and the code to pay with, are on the page of your order.";
}

/** Confirms an order. */
export function queueOrderMail(
  tx: Query,
  context: DealContext,
  { deal, order, at }: OrderMoment,
): Promise<void> {
  const total = formatCents(order.total_cents);
  const last = formatDay(lastDayToPay(order), at);
  const mail = {
    key: `order/${order.id}`,
    subject: `Order confirmed ${deal.reference}: please pay ${total} by ${last}`,
    heading: "Order confirmed: now the payment",
    paragraphs: [
      `Thank you. We hold your parts until the end of ${last}.`,
      `Please pay ${total} by bank transfer. ${whereToPay(context)}`,
      "We pack and send your parts as soon as the money has arrived.",
    ],
    facts: [
      { label: "To pay", value: `${total}, including GST` },
      { label: "Pay by", value: last },
      { label: "Invoice", value: String(order.invoice_number) },
    ],
    button: "See how to pay",
  };
  return queueDealMail(tx, context, deal, mail, { at });
}

/** `pay_by` is the first moment after that day. */
export function lastDayToPay({ pay_by: payBy }: Pick<OrderRow, "pay_by">): string {
  return nzDate(new Date(Date.parse(payBy) - 1));
}
