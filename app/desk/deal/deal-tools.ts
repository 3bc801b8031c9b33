import { deskSend, type Undoable, undoableCall } from "#app/desk/api/desk-call.ts";
import { mailToast, type Toast } from "#app/desk/state/notices.ts";
import { mayPass } from "#domain/bounce-reason.ts";
import { extendedDays } from "#domain/deals/deadlines.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { DealForDesk, DealVersion, QuoteSent } from "#domain/deals/deal-wire.ts";
import { sumsOf } from "#domain/deals/money.ts";
import { type OrderChange, orderChangeNames, orderChanges } from "#domain/deals/order-changes.ts";
import { type OrderAction, orderActions, orderActionsNow } from "#domain/deals/order.ts";
import { type QuoteAction, quoteActions, versionStates } from "#domain/deals/quote-states.ts";
import { openReturn, returnChanges } from "#domain/deals/returns.ts";
import { saleActions } from "#domain/deals/sale-states.ts";

import type { DealCall, DealProps } from "./deal-call.ts";

export type DealTool = QuoteAction | OrderAction | "return" | "photos";

const isQuoteAction = (tool: DealTool): tool is QuoteAction => tool in quoteActions;

/** By what is to be done next about the return. */
export function returnLabel(deal: Pick<DealForDesk, "returns"> | null): string {
  const state = deal && openReturn(deal)?.state;
  if (state === "agreed") return returnChanges.received.label;
  return state === "received" ? returnChanges.close.label : "Decide on the return";
}

export function toolLabel(tool: DealTool, deal: Pick<DealForDesk, "returns"> | null): string {
  if (tool === "return") return returnLabel(deal);
  if (tool === "photos") return saleActions.photos;
  return isQuoteAction(tool) ? quoteActions[tool] : orderActions[tool].label;
}

/** What staff can do about a deal; `next` is the obvious one. */
export interface DealTools {
  readonly next: DealTool | null;
  readonly others: readonly DealTool[];
}

/** What decides about the tools. */
interface DealFacts extends Pick<
  DealForDesk,
  "order" | "payments" | "parcels" | "returns" | "messages" | "open_question" | "is_link_unsent"
> {
  readonly held_machine?: DealForDesk["held_machine"];
  readonly taken_back?: DealForDesk["taken_back"];
  readonly versions: readonly (Pick<DealVersion, "state"> & Partial<Pick<DealVersion, "mail">>)[];
}

/** While the deal is on its way, a quote can be begun. */
export function toolsOf(deal: DealFacts | null): DealTools {
  if (deal === null) return { next: "quote", others: [] };
  const tools = withReturn(deal, toolsByState(deal));
  const question = openQuestion(deal);
  if (question === null) return tools;
  // Customers press "Still interested" on an expired quote: extending it is the answer they need.
  if (question.kind === "still_interested") return { ...tools, others: [...tools.others, "answer"] };
  return { next: "answer", others: tools.next === null ? tools.others : [tools.next, ...tools.others] };
}

function toolsByState(deal: DealFacts): DealTools {
  const { order, parcels } = deal;
  const { next, others } = quoteTools(deal);
  if (order === null) return { next, others };
  if (order.state !== "cancelled") {
    const hasPayments = deal.payments.length > 0;
    const [owed, holdsMoney] = [order.balance_cents, order.held_cents > 0];
    const heldMachine = deal.held_machine ?? null;
    const isTakenBack = (deal.taken_back ?? []).length > 0;
    return orderActionsNow({ ...order, owed, hasPayments, holdsMoney, isTakenBack, parcels, heldMachine });
  }
  // Money may still come for an order that was cancelled, or has to go back.
  if (heldBy(deal) === 0) return { next, others: [...others, "payment"] };
  return { next: "refund", others: [...(next === null ? [] : [next]), ...others, "payment"] };
}

/** What has come back is paid back next, then closed. One that we have agreed to waits for the customer. */
function withReturn(deal: DealFacts, { next, others }: DealTools): DealTools {
  const back = openReturn(deal);
  if (back === null) return { next, others };
  const rest = next === null ? others : [next, ...others];
  if (back.state === "agreed") return { next, others: ["return", ...others] };
  const isPaidBack = deal.payments.some(({ amount_cents: cents, at }) => cents < 0 && at >= back.at);
  const isToPay = back.state === "received" && rest.includes("refund") && !isPaidBack;
  if (!isToPay) return { next: "return", others: rest };
  return { next: "refund", others: ["return", ...rest.filter((tool) => tool !== "refund")] };
}

function quoteTools(deal: DealFacts): DealTools {
  const newest = newestVersion(deal);
  if (newest === null) return { next: "quote", others: [] };
  const { isOpen, next, others } = afterMail(newest);
  if (!deal.is_link_unsent || !isOpen) return { next, others };
  // Only a newer version brings the customer a link that works.
  return { next: "extend", others: others.filter((tool) => tool !== "extend") };
}

/** A quote that came back stays sent: it can be sent again, and is if that may help. */
function afterMail({ state, mail }: DealFacts["versions"][number]) {
  const row = versionStates[state];
  if (state !== "sent" || mail?.state !== "bounced") return row;
  const { next, others } = versionStates.failed;
  return mayPass(mail.error)
    ? { ...row, next, others }
    : { ...row, others: ["again" as const, ...row.others] };
}

export function newestVersion<Version extends Pick<DealVersion, "state">>(deal: {
  readonly versions: readonly Version[];
}): Version | null {
  return deal.versions.findLast(({ state }) => state !== "superseded") ?? null;
}

/** What the visitor asked last, if it waits for an answer. */
export function openQuestion({
  messages,
  open_question: open,
}: Pick<DealForDesk, "messages" | "open_question">) {
  return messages.find(({ id }) => id === open) ?? null;
}

/** What the order holds. */
export function heldBy({ payments }: Pick<DealForDesk, "payments">): number {
  return sumsOf(payments).paid;
}

/** For a quote that can be taken back until it leaves. */
export function quoteToast(ref: string, { number, undo_ms: undoMs }: Undoable<QuoteSent>): Toast {
  return mailToast(`Quote ${number} for ${ref}`, undoMs, () => deskSend(dealCalls.undo, { ref, number }));
}

/** Does what needs no form. */
type Act = (call: DealCall, open: DealProps, now: Date) => Promise<void>;

const onVersion = ({ record, deal }: DealProps) => ({
  ref: record.ref_number,
  number: newestVersion(deal)?.number ?? 0,
});

const orderAct =
  (change: OrderChange): Act =>
  (call, { record }) =>
    call(orderChanges[change].done, { ref: record.ref_number, change, note: null }, dealCalls.order);

export const acts: Readonly<Partial<Record<DealTool, Act>>> = {
  again(call, open) {
    const version = onVersion(open);
    return call(`quote ${version.number} is sent again`, version, dealCalls.resend);
  },
  async extend(call, { record: { ref_number: ref }, deal }, now) {
    const newest = newestVersion(deal);
    if (newest === null) return;
    const body = { ref, valid_days: extendedDays(newest.valid_until, now) };
    await call("extended", body, async (_, key) =>
      quoteToast(ref, await undoableCall(dealCalls.extend, body, { key })),
    );
  },
  ...Object.fromEntries(orderChangeNames.map((change) => [change, orderAct(change)])),
  delivered: (call, { deal: { parcels } }) => {
    const onTheWay = parcels.filter(({ state }) => state === "with_carrier");
    const delivered = parcels.filter(({ state }) => state === "delivered").slice(-1);
    const arrived = onTheWay.length > 0 ? onTheWay : delivered;
    return call(
      "delivered",
      arrived.map(({ id }) => id),
      async (ids, key) => {
        for (const id of ids)
          await deskSend(dealCalls.parcelChange, { id, state: "delivered" }, { key: `${key}-${id}` });
      },
    );
  },
};
