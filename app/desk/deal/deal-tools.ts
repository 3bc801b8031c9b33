import type { DealForDesk, DealOrder, DealVersion } from "#domain/deals/deal-wire.ts";
import { cancelledPaidBack, heldCents, sumsOf } from "#domain/deals/money.ts";
import { validDaysMost } from "#domain/deals/quote.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";

import type { enteredLabels } from "./deal-text.ts";

export const dealTools = {
  quote: "Quote",
  answer: "Answer",
  again: "Send it again",
  extend: "Extend by 7 days",
  approve: "Approve for the customer",
  take_back: "Take the approval back",
  decline: "They said no thanks",
  withdraw: "Withdraw",
  payment: "Enter a payment",
  parcel: "Enter a parcel",
  packed: "Packed",
  delivered: "It has arrived",
  revive: "Revive the order",
  cancel: "Cancel the order",
  close: "Close the order",
} as const;
export type DealTool = keyof typeof dealTools;

/** What staff can do about a deal; `next` is the obvious one. */
export interface DealTools {
  readonly next: DealTool | null;
  readonly others: readonly DealTool[];
}

export function toolsOf(deal: DealForDesk): DealTools {
  const tools = withoutQuestion(deal);
  const question = openQuestion(deal);
  if (question === null) return tools;
  // Customers press "Still interested" on an expired quote: extending it is the answer they need.
  if (question.kind === "still_interested") return { ...tools, others: [...tools.others, "answer"] };
  return { next: "answer", others: tools.next === null ? tools.others : [tools.next, ...tools.others] };
}

function withoutQuestion(deal: DealForDesk): DealTools {
  const order = activeOrder(deal);
  if (order !== null) return orderTools(order, deal);
  const { next, others } = quoteTools(deal);
  if (deal.order === null) return { next, others };
  // Money may still come for an order that was cancelled, or has to go back.
  if (heldBy(deal) === 0) return { next, others: [...others, "payment"] };
  return { next: "payment", others: next === null ? others : [next, ...others] };
}

function orderTools(
  { state, balance_cents: owed }: DealOrder,
  { parcels, payments }: DealForDesk,
): DealTools {
  const ending = payments.length === 0 ? (["take_back", "cancel"] as const) : (["cancel"] as const);
  // Earlier releases left an order paid when its payment was taken back: nothing leaves until the money is there.
  if (owed > 0 && (state === "paid" || state === "packed")) return { next: "payment", others: ending };
  switch (state) {
    case "awaiting_payment":
      return { next: "payment", others: ending };
    case "lapsed":
      // Nothing is to be done unless the money comes after all.
      if (payments.length === 0) return { next: null, others: ["revive", "payment", ...ending] };
      return { next: "revive", others: ["payment", ...ending] };
    case "paid":
      return { next: "parcel", others: ["packed", "payment", "cancel"] };
    case "packed":
      return { next: "parcel", others: ["payment", "cancel"] };
    case "sent":
      if (parcels.some((parcel) => parcel.state === "with_carrier"))
        return { next: "delivered", others: ["parcel", "payment"] };
      // Lost or returned: another one has to go, unless staff say that the rest is all there is.
      return {
        next: "parcel",
        others: arrivingParcels({ parcels }).length > 0 ? ["delivered", "payment"] : ["payment", "cancel"],
      };
    case "delivered":
      return { next: null, others: ["close", "payment"] };
    default:
      return { next: null, others: ["payment"] };
  }
}

function quoteTools(deal: DealForDesk): DealTools {
  const newest = newestVersion(deal);
  if (newest === null) return { next: "quote", others: [] };
  // Only a newer version brings the customer a link that works.
  if (deal.is_link_unsent && isOpen(newest))
    return { next: "extend", others: ["approve", "quote", "decline", "withdraw"] };
  switch (newest.state) {
    case "failed":
    case "unknown":
      return { next: "again", others: ["quote", "extend", "approve", "decline", "withdraw"] };
    case "expired":
      return { next: "extend", others: ["quote", "withdraw"] };
    case "queued":
    case "sending":
    case "sent":
      return { next: null, others: ["approve", "quote", "extend", "decline", "withdraw"] };
    default:
      return { next: null, others: ["quote"] };
  }
}

function isOpen({ state }: DealVersion): boolean {
  return ["queued", "sending", "sent", "failed", "unknown"].includes(state);
}

/** The order that counts: the newest, if it is not cancelled. */
function activeOrder({ order }: DealForDesk): DealOrder | null {
  return order === null || order.state === "cancelled" ? null : order;
}

export function newestVersion({ versions }: DealForDesk): DealVersion | null {
  return versions.findLast(({ state }) => state !== "superseded") ?? null;
}

/** What the visitor asked last, if it waits for an answer. */
export function openQuestion({ messages, open_question: open }: DealForDesk) {
  return messages.find(({ id }) => id === open) ?? null;
}

/** The parcels that "It has arrived" is about: those on their way, else the last that was delivered. */
export function arrivingParcels({ parcels }: Pick<DealForDesk, "parcels">) {
  const onTheWay = parcels.filter(({ state }) => state === "with_carrier");
  return onTheWay.length > 0 ? onTheWay : parcels.filter(({ state }) => state === "delivered").slice(-1);
}

/** What an order that has ended holds. */
export function heldBy({ payments }: Pick<DealForDesk, "payments">): number {
  return heldCents(sumsOf(payments));
}

interface Amount {
  readonly cents: number;
  readonly method: keyof typeof enteredLabels;
}

/** The earlier order, cancelled, that money counts for; undefined if it counts for the last one. */
export function paidBackFor(deal: DealForDesk, amount: Amount) {
  const last = deal.order?.state === "cancelled" ? heldBy(deal) : 0;
  return cancelledPaidBack(amount, { earlier: deal.owed_back, last });
}

export function hasBeenSent({ state }: Pick<DealOrder, "state">): boolean {
  return state === "sent" || state === "delivered" || state === "closed";
}

/** Whether money that goes out leaves an order short that was paid. */
export function isOwedAgain(deal: DealForDesk, amount: Amount): boolean {
  const { order } = deal;
  const { cents, method } = amount;
  if (order === null || method === "goodwill" || paidBackFor(deal, amount) !== undefined) return false;
  const isPaid = order.state === "paid" || order.state === "packed" || hasBeenSent(order);
  return isPaid && cents < 0 && order.balance_cents > cents;
}

const extensionDays = 7;

/** From today on: an extended quote is valid 7 days longer than it was, or 7 days if it has expired. */
export function extendedDays({ valid_until: until }: Pick<DealVersion, "valid_until">, now: Date): number {
  const left = (Date.parse(until) - Date.parse(nzDate(now))) / dayMs;
  return Math.min(validDaysMost, Math.max(0, left) + extensionDays);
}
