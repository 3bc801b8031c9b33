import type { DeliveryWay } from "./delivery-ways.ts";
import type { OrderState } from "./order.ts";

/** The path above the pages of deals (deals.md 1.1). */
export const dealPath = "/my";
export const statusPath = "/status";

/** Appended to the path of a deal's page. */
export const stopRemindersPath = "/stop-reminders";

interface DealMailRow {
  /** At the desk. */
  readonly label: string;
  /** States of the order in which the mail no longer holds: it is stopped if it has not left. */
  readonly outdatedBy?: readonly OrderState[];
}

interface OrderMailRow extends DealMailRow {
  /** The state that the mail tells of, as soon as the order is in it; null if something else sends it. */
  readonly tells: OrderState | null;
  /** If only some orders have it. */
  readonly way?: DeliveryWay;
}

const paidAfter = ["awaiting_payment", "paid", "lapsed", "cancelled"] as const;

/** Sent once for each order, or for each of its last days to pay. The server's `order-mails.ts` has the texts. */
const orderMails = {
  order: { label: "Order confirmed", tells: "awaiting_payment", outdatedBy: paidAfter },
  pay: { label: "Reminder to pay", tells: null, outdatedBy: paidAfter },
  later: { label: "Later day to pay", tells: null, outdatedBy: paidAfter },
  lapsed: {
    label: "Payment time has passed",
    tells: "lapsed",
    outdatedBy: ["awaiting_payment", "paid"],
  },
  paid: {
    label: "Paid, thank you",
    tells: "paid",
    outdatedBy: ["awaiting_payment", "cancelled", "refunded"],
  },
  ready: {
    label: "Ready to collect",
    tells: "packed",
    way: "pick-up",
    outdatedBy: ["awaiting_payment", "delivered", "cancelled", "refunded"],
  },
} as const satisfies Readonly<Record<string, OrderMailRow>>;
export type OrderMail = keyof typeof orderMails;

/** Mails about a deal besides the quote, which answers the request (deals.md section 6). */
export const dealMails = {
  answer: { label: "Answer to a question" },
  reminder: { label: "Reminder of the quote" },
  ...orderMails,
  part: { label: "Part of the payment has arrived", outdatedBy: paidAfter },
  parcel: { label: "About the parcel" },
  return: { label: "About the return" },
  refund: { label: "Refund" },
  photos: { label: "Photos wanted" },
  offer: { label: "Our offer" },
  "pick-up": { label: "Offer accepted: pick-up" },
} as const satisfies Readonly<Record<string, DealMailRow>>;

const rows: readonly (readonly [string, DealMailRow])[] = Object.entries(dealMails);

/** The kinds of mails with the link to the deal's page. */
export const mailsWithLink = ["quote", ...Object.keys(dealMails)];

export function mailsOutdatedBy(state: OrderState): string[] {
  return rows.flatMap(([kind, { outdatedBy }]) => (outdatedBy?.includes(state) === true ? [kind] : []));
}

export function mailsTelling(state: OrderState, orderedBy: DeliveryWay): OrderMail[] {
  const kinds = Object.keys(orderMails).filter((kind): kind is OrderMail => Object.hasOwn(orderMails, kind));
  return kinds.filter((kind) => {
    const { tells, way = orderedBy }: OrderMailRow = orderMails[kind];
    return tells === state && way === orderedBy;
  });
}

/** Returns null if it is no mail about a deal. */
export function dealMailLabel(kind: string): string | null {
  return rows.find(([name]) => name === kind)?.[1].label ?? null;
}
