import { deliveryText } from "#app/desk/ui/mail-error.ts";
import type { DealForDesk, DealOrder, DealVersion } from "#domain/deals/deal-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderStates } from "#domain/deals/order.ts";
import { versionStates } from "#domain/deals/quote-states.ts";
import { hasAlternatives } from "#domain/deals/quote.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

/** What became of the version, and of its mail. */
export function versionText({ state, mail, undo_until: dueAt }: DealVersion, now: Date): string {
  const texts = [
    versionStates[state].text,
    mail === null ? null : deliveryText({ ...mail, due_at: dueAt }, now),
  ];
  return texts.filter((text) => text !== null).join(". ");
}

export function isMailStuck({ mail }: DealVersion): boolean {
  return mail?.state === "unknown" || (mail?.state === "failed" && mail.error !== "stopped");
}

/** "$235.75", or "from $235.75" if the customer chooses. */
export function versionTotal({ content, total_cents: total }: DealVersion): string {
  return hasAlternatives(content) ? `from ${formatCents(total)}` : formatCents(total);
}

type Message = DealForDesk["messages"][number];

export const messageTitles: Readonly<Record<Message["kind"], string>> = {
  question: "The customer asked",
  answer: "We answered",
  decline: "The customer said no thanks",
  still_interested: "The customer is still interested",
};

/** "$85.00 above cost: 46% of the price" */
export function marginText(priceCents: number, costCents: number): string {
  const margin = priceCents - costCents;
  if (margin < 0) return `${formatCents(-margin)} below cost`;
  const share = priceCents === 0 ? 0 : Math.floor((100 * margin) / priceCents);
  return `${formatCents(margin)} above cost: ${share}% of the price`;
}

/** What the order still gets, and until when; `held` is for one that is cancelled. */
export function balanceText(
  { state, balance_cents: balance, pay_by: payBy }: Pick<DealOrder, "state" | "balance_cents" | "pay_by">,
  held: number,
  now: Date,
): string {
  if (state === "cancelled") return held === 0 ? "nothing is owed" : `${formatCents(held)} to pay back`;
  if (balance < 0) return `${formatCents(-balance)} overpaid`;
  if (balance === 0) return "paid in full";
  if (orderStates[state].step !== "pay") return `${formatCents(balance)} still owing`;
  // The deadline is the first moment of the day after.
  const last = formatDay(nzDate(new Date(Date.parse(payBy) - 1)), now);
  const isOver = state === "lapsed" || now >= new Date(payBy);
  return `${formatCents(balance)} ${isOver ? "was due" : "to pay"} by ${last}`;
}

export const parcelStateLabels = {
  with_carrier: "With the carrier",
  delivered: "Delivered",
  lost: "Lost",
  returned: "Returned",
  removed: "Entered by mistake",
} as const;

/** What staff choose from. */
export const enteredLabels = {
  transfer: "Bank transfer",
  cash: "Cash",
  card: "Card",
  correction: "Correction of a wrong entry",
} as const;

export const methodLabels = { ...enteredLabels, rounding: "Cash rounding" } as const;
