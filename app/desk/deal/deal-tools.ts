import { deskSend, type Undoable, undoableCall } from "#app/desk/api/desk-call.ts";
import { mailToast, type Toast } from "#app/desk/state/notices.ts";
import { extendedDays } from "#domain/deals/deadlines.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { DealForDesk, DealTool, DealVersion, QuoteSent } from "#domain/deals/deal-wire.ts";
import { type OrderChange, orderChangeNames, orderChanges } from "#domain/deals/order-changes.ts";
import { orderActions } from "#domain/deals/order.ts";
import { type QuoteAction, quoteActions } from "#domain/deals/quote-states.ts";
import { openReturn, returnChanges } from "#domain/deals/returns.ts";
import { saleActions } from "#domain/deals/sale-states.ts";

import type { DealCall, DealProps } from "./deal-call.ts";

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
