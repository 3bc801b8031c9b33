import type { DealForDesk, DealOrder, DealVersion } from "#domain/deals/deal-wire.ts";

export const dealTools = {
  quote: "Quote",
  answer: "Answer",
  again: "Send it again",
  extend: "Extend by 7 days",
  approve: "Approve for the customer",
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
  const order = activeOrder(deal);
  if (order !== null) return orderTools(order);
  const refund = isOwedBack(deal) ? (["payment"] as const) : [];
  const { next, others } = quoteTools(deal);
  return refund.length > 0
    ? { next: "payment", others: next === null ? others : [next, ...others] }
    : { next, others };
}

function orderTools({ state }: DealOrder): DealTools {
  switch (state) {
    case "awaiting_payment":
      return { next: "payment", others: ["cancel"] };
    case "lapsed":
      return { next: "revive", others: ["payment", "cancel"] };
    case "paid":
      return { next: "parcel", others: ["packed", "payment", "cancel"] };
    case "packed":
      return { next: "parcel", others: ["payment", "cancel"] };
    case "sent":
      return { next: "delivered", others: ["parcel", "payment"] };
    case "delivered":
      return { next: null, others: ["close", "payment"] };
    default:
      return { next: null, others: ["payment"] };
  }
}

function quoteTools(deal: DealForDesk): DealTools {
  const newest = newestVersion(deal);
  if (newest === null) return { next: "quote", others: [] };
  const question = openQuestion(deal);
  switch (newest.state) {
    case "failed":
    case "unknown":
      return { next: "again", others: ["quote", "approve", "withdraw"] };
    case "expired":
      return question?.kind === "question"
        ? { next: "answer", others: ["extend", "quote", "withdraw"] }
        : {
            next: "extend",
            others: ["quote", ...(question === null ? [] : (["answer"] as const)), "withdraw"],
          };
    case "queued":
    case "sending":
    case "sent":
      return question === null
        ? { next: "approve", others: ["quote", "extend", "withdraw"] }
        : { next: "answer", others: ["quote", "approve", "extend", "withdraw"] };
    default:
      return { next: null, others: ["quote"] };
  }
}

/** The order that counts: the newest, if it is not cancelled. */
function activeOrder({ order }: DealForDesk): DealOrder | null {
  return order === null || order.state === "cancelled" ? null : order;
}

export function newestVersion({ versions }: DealForDesk): DealVersion | null {
  return versions.findLast(({ state }) => state !== "superseded") ?? null;
}

/** What the visitor asked last, if neither an answer nor a newer quote followed. */
export function openQuestion({ messages, versions }: DealForDesk) {
  const last = messages.at(-1);
  if (last === undefined || (last.kind !== "question" && last.kind !== "still_interested")) return null;
  const isSuperseded = versions.some(({ undo_until: sent }) => sent > last.at);
  return isSuperseded ? null : last;
}

/** A cancelled order that still holds money. */
function isOwedBack({ order, payments }: DealForDesk): boolean {
  return order?.state === "cancelled" && paidCents({ payments }) !== 0;
}

export function paidCents({ payments }: Pick<DealForDesk, "payments">): number {
  return payments.reduce((sum, payment) => sum + payment.amount_cents, 0);
}
