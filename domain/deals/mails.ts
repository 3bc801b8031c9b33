import type { OrderState } from "./order.ts";

/** The visitor's page of a deal (deals.md 1.1). */
export const dealPath = "/my";
export const statusPath = "/status";

/** After the path of a deal's page. */
export const stopRemindersPath = "/stop-reminders";

interface DealMailRow {
  /** At the desk. */
  readonly label: string;
  /** The states of the order in which it no longer holds: it is stopped if it has not left. */
  readonly outdatedBy?: readonly OrderState[];
}

const paidAfter = ["awaiting_payment", "paid", "lapsed", "cancelled"] as const;

/** Mails about a deal besides the quote, which answers the request (deals.md section 6). */
export const dealMails = {
  answer: { label: "Answer to a question" },
  reminder: { label: "Reminder of the quote" },
  order: { label: "Order confirmed", outdatedBy: paidAfter },
  pay: { label: "Reminder to pay", outdatedBy: paidAfter },
  lapsed: { label: "Payment time has passed", outdatedBy: ["awaiting_payment", "paid"] },
  paid: { label: "Paid, thank you", outdatedBy: ["awaiting_payment", "cancelled"] },
  part: { label: "Part of the payment has arrived", outdatedBy: paidAfter },
  parcel: { label: "About the parcel" },
} as const satisfies Readonly<Record<string, DealMailRow>>;

const rows: readonly (readonly [string, DealMailRow])[] = Object.entries(dealMails);

/** The kinds of mails with the link to the deal's page. */
export const mailsWithLink = ["quote", ...Object.keys(dealMails)];

export function mailsOutdatedBy(state: OrderState): string[] {
  return rows.flatMap(([kind, { outdatedBy }]) => (outdatedBy?.includes(state) === true ? [kind] : []));
}

/** Null if it is no mail about a deal. */
export function dealMailLabel(kind: string): string | null {
  return rows.find(([name]) => name === kind)?.[1].label ?? null;
}
