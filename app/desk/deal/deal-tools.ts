import type { DealForDesk, DealOrder, DealVersion } from "#domain/deals/deal-wire.ts";
import { sumsOf } from "#domain/deals/money.ts";
import { type OrderAction, orderActions, orderActionsNow } from "#domain/deals/order.ts";
import { type QuoteAction, quoteActions, versionStates } from "#domain/deals/quote-states.ts";
import { validDaysMost } from "#domain/deals/quote.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";

export type DealTool = QuoteAction | OrderAction;

const orderLabels = Object.entries(orderActions).map(([tool, { label }]) => [tool, label] as const);
const labels = new Map<string, string>([...Object.entries(quoteActions), ...orderLabels]);

export function toolLabel(tool: DealTool): string {
  return labels.get(tool) ?? tool;
}

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
  const hasPayments = deal.payments.length > 0;
  if (order !== null)
    return orderActionsNow({ ...order, owed: order.balance_cents, hasPayments, parcels: deal.parcels });
  const { next, others } = quoteTools(deal);
  if (deal.order === null) return { next, others };
  // Money may still come for an order that was cancelled, or has to go back.
  if (heldBy(deal) === 0) return { next, others: [...others, "payment"] };
  return { next: "payment", others: next === null ? others : [next, ...others] };
}

function quoteTools(deal: DealForDesk): DealTools {
  const newest = newestVersion(deal);
  if (newest === null) return { next: "quote", others: [] };
  const { isOpen, next, others } = versionStates[newest.state];
  // Only a newer version brings the customer a link that works.
  if (deal.is_link_unsent && isOpen)
    return { next: "extend", others: ["approve", "quote", "decline", "withdraw"] };
  return { next, others };
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

/** What the order holds. */
export function heldBy({ payments }: Pick<DealForDesk, "payments">): number {
  return sumsOf(payments).paid;
}

const extensionDays = 7;

/** From today on: an extended quote is valid 7 days longer than it was, or 7 days if it has expired. */
export function extendedDays({ valid_until: until }: Pick<DealVersion, "valid_until">, now: Date): number {
  const left = (Date.parse(until) - Date.parse(nzDate(now))) / dayMs;
  return Math.min(validDaysMost, Math.max(0, left) + extensionDays);
}
