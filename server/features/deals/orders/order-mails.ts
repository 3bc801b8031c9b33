import { lastDayToPay, owedCents } from "#domain/deals/deal-state.ts";
import type { Order, Parcel, Payment } from "#domain/deals/deal.ts";
import { collectSentence, type DeliveryWay, deliveryWayRows } from "#domain/deals/delivery-ways.ts";
import { type Hold, holdOn } from "#domain/deals/hold.ts";
import type { OrderMail } from "#domain/deals/mails.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderedLines, orderWay } from "#domain/deals/versions.ts";
import { addressLine, firm, payTo } from "#domain/firm.ts";
import { formatDay } from "#domain/nz-time.ts";
import type { AnyWork } from "#server/features/deals/deal/change-deal.ts";
import type { DealMail } from "#server/features/deals/deal/deal-mail.ts";

import type { KeptOrderWork } from "./change-kept-order.ts";

/** Mails never name the account (deals.md 1.8). */
function whereToPay(): string {
  const bank = payTo();
  return bank === null
    ? "We will send you the account to pay into by text message, or ring you: we never e-mail it. The code to pay with is on the page of your order."
    : "The account, and the code to pay with, are on the page of your order.";
}

const collected = (way: DeliveryWay) => (way === "pick-up" ? [collectSentence()] : []);

const invoiceOf = (order: Order) => ({ label: "Invoice", value: String(order.invoice_number) });

const toPay = (order: Order, missing: string, last: string) => [
  { label: "To pay", value: `${missing}, including GST` },
  { label: "Pay by", value: last },
  invoiceOf(order),
];

interface OrderMailFacts {
  readonly order: Order;
  readonly total: string;
  /** In cents. */
  readonly paid: number;
  readonly missing: string;
  /** The order had lapsed. */
  readonly isRevived: boolean;
  readonly last: string;
  readonly by: string;
  readonly where: string;
  readonly hold: Hold | null;
  readonly way: DeliveryWay;
}

const texts: Readonly<Record<OrderMail, (facts: OrderMailFacts) => Omit<DealMail, "key">>> = {
  order: ({ order, missing, isRevived, last, by, where, hold, way }) => ({
    subject: `Order confirmed ${order.ref_number}: please pay ${missing} by ${last}`,
    heading: "Order confirmed. Here is how to pay",
    paragraphs: [
      `${isRevived ? "Your order goes ahead after all, with a new invoice." : "Thank you."} We hold your parts until the end of ${last}.`,
      `Please pay ${missing} by ${by}. ${where}`,
      `Once the money is here, ${deliveryWayRows[way].send}.${hold === null ? "" : ` ${hold.sentence}`}`,
      ...collected(way),
    ],
    facts: toPay(order, missing, last),
    button: "See how to pay",
  }),
  pay: ({ order, missing, last, where }) => ({
    subject: `Reminder ${order.ref_number}: please pay ${missing} by ${last}`,
    heading: `Please pay by ${last}`,
    paragraphs: [
      `We hold your parts until the end of ${last}. ${missing} has not arrived yet.`,
      `${where} If you have paid already, thank you: a transfer can take a day.`,
    ],
    facts: [
      { label: "To pay", value: missing },
      { label: "Pay by", value: last },
    ],
    button: "See how to pay",
  }),
  later: ({ order, missing, last, by, where, hold }) => ({
    subject: `More time to pay ${order.ref_number}: ${missing} by ${last}`,
    heading: `You can pay until ${last}`,
    paragraphs: [
      `We hold your parts until the end of ${last}. ${hold === null ? "" : hold.sentence}`.trim(),
      `Please pay ${missing} by ${by}. ${where}`,
    ],
    facts: toPay(order, missing, last),
    button: "See how to pay",
  }),
  lapsed: ({ order, paid }) => ({
    subject: `Payment time has passed ${order.ref_number}: nothing is owed`,
    heading: "Payment time has passed: nothing is owed",
    paragraphs: [
      "Your payment did not arrive in time, so we no longer hold your parts. You owe nothing.",
      paid > 0
        ? `${formatCents(paid)} of it did arrive. We will ring you about it, or you can reply to this e-mail.`
        : "If you have just paid, or still want the parts, reply to this e-mail: if they are still here, your order goes ahead.",
    ],
    button: "See your order",
  }),
  paid: ({ order, total, hold, way }) => ({
    subject: `Paid, thank you ${order.ref_number}${hold === null ? ": we are packing your parts" : ""}`,
    heading: "Paid, thank you",
    paragraphs: [
      `Your payment has arrived in full. ${hold === null ? "We are packing your parts now." : hold.sentence}`,
      deliveryWayRows[way].told,
      ...collected(way),
    ],
    facts: [{ label: "Paid", value: `${total}, including GST` }, invoiceOf(order)],
    button: "See your order",
  }),
  ready: ({ order }) => ({
    subject: `Ready to collect ${order.ref_number}: ${addressLine()}`,
    heading: "Your parts are ready to collect",
    paragraphs: [collectSentence(), "Say your reference when you come. If you can’t, ring us."],
    facts: [
      { label: "Where", value: addressLine() },
      { label: "When", value: firm.hours_text },
      invoiceOf(order),
    ],
    button: "See your order",
  }),
};

interface MailRepeat {
  readonly isRevived?: boolean;
  /** Ends the key of a mail that an order can get again. */
  readonly ends?: Readonly<Partial<Record<OrderMail, string>>>;
}

/** Queues each mail at most once for an order, and how to pay each time that it is revived. */
export async function queueOrderMails(
  work: KeptOrderWork,
  order: Order,
  kinds: readonly OrderMail[],
  { isRevived = false, ends = isRevived ? { order: String(order.invoice_number) } : {} }: MailRepeat = {},
): Promise<void> {
  const { context, deal, at } = work;
  const owed = owedCents(order);
  const facts = {
    order,
    total: formatCents(order.total_cents),
    paid: order.total_cents - owed,
    missing: formatCents(owed),
    isRevived,
    last: formatDay(lastDayToPay(order), at),
    by: context.cards === null ? "bank transfer" : "card or bank transfer",
    where: whereToPay(),
    way: deal === null ? "courier" : orderWay(deal, order),
    hold: deal && holdOn({ lines: orderedLines(deal, order), machines: deal.machines }, at, context.calendar),
  };
  for (const kind of kinds) {
    const key = [kind, order.id, ends[kind]].filter((part) => part !== undefined).join("/");
    await work.mail({ key, ...texts[kind](facts) });
  }
}

/** Says what is missing after this payment. */
export function partMail({ at }: AnyWork, order: Order, payment: Payment): DealMail {
  const [arrived, missing] = [formatCents(payment.amount_cents), formatCents(owedCents(order))];
  const last = formatDay(lastDayToPay(order), at);
  return {
    key: `part/${payment.id}`,
    subject: `Part of your payment has arrived ${order.ref_number}: ${missing} is missing`,
    heading: `Part of your payment has arrived: ${missing} is missing`,
    paragraphs: [
      `Thank you. ${arrived} has arrived. ${missing} of ${formatCents(order.total_cents)} is still missing.`,
      `Please pay ${missing} by ${last}. ${whereToPay()}`,
    ],
    facts: [
      { label: "Arrived", value: arrived },
      { label: "Still to pay", value: missing },
      { label: "Pay by", value: last },
    ],
    button: "See how to pay",
  };
}

/** `isAgain`: an earlier mail about the parcel may have arrived. */
export function parcelMail(
  order: Order,
  { carrier, tracking, state, url }: Parcel,
  { key, isAgain }: { readonly key: string; readonly isAgain: boolean },
): DealMail {
  const isWrong = state === "removed";
  const [title, heading] = isWrong
    ? ["Our mistake", "Please forget this parcel"]
    : isAgain
      ? ["Corrected", "The right number of your parcel"]
      : ["On its way", "Your parcel is on its way"];
  const follow = url === null ? "" : " The page of your order has the link to track them.";
  return {
    key,
    subject: `${title} ${order.ref_number}: ${carrier} ${tracking}`,
    heading,
    paragraphs: isWrong
      ? ["Sorry: we wrote to you about it by mistake. The page of your order shows where your parts are."]
      : [
          ...(isAgain ? ["Sorry: what we wrote to you about it before was wrong. This is right."] : []),
          `We have handed your parts to ${carrier}.${follow}`,
          "When they have arrived, you can tell us on the page of your order.",
        ],
    facts: [
      { label: "Carrier", value: carrier },
      { label: "Tracking number", value: tracking },
      invoiceOf(order),
    ],
    button: url === null || isWrong ? "See your order" : "Track your parcel",
  };
}
