import { deskSend } from "#app/desk/api/desk-call.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { DealForDesk, DealTool } from "#domain/deals/deal-wire.ts";
import { type OrderChange, orderChangeNames, orderChanges } from "#domain/deals/order-changes.ts";
import { orderActions } from "#domain/deals/order.ts";
import { type QuoteAction, quoteActions } from "#domain/deals/quote-states.ts";
import { askReturnLabel, openReturn, returnChanges } from "#domain/deals/returns.ts";
import { saleActions } from "#domain/deals/sale-states.ts";

import type { DealProps } from "./deal-call.ts";
import type { ToolRow } from "./tool-rows.ts";

const isQuoteAction = (tool: DealTool): tool is QuoteAction => tool in quoteActions;

/** By what is to be done next about the return. */
export function returnLabel(deal: DealForDesk | null): string {
  const state = deal && openReturn(deal)?.state;
  if (state === "agreed") return returnChanges.received.label;
  return state === "received" ? returnChanges.close.label : "Decide on the return";
}

/** The time to pay is extended then, not the quote. */
export function isToPay(deal: DealForDesk | null): boolean {
  return deal?.order?.state === "awaiting_payment";
}

export function toolLabel(tool: DealTool, deal: DealForDesk | null): string {
  if (tool === "extend" && isToPay(deal)) return orderActions.extend.label;
  if (tool === "return") return returnLabel(deal);
  if (tool === "ask_return") return askReturnLabel;
  if (tool === "photos" || tool === "told") return saleActions[tool];
  return isQuoteAction(tool) ? quoteActions[tool] : orderActions[tool].label;
}

/** What the visitor asked last, if it waits for an answer. */
export function openQuestion({ messages, open_question: open }: DealForDesk) {
  return messages.find(({ id }) => id === open) ?? null;
}

const changeRow = (change: OrderChange): ToolRow<DealProps> => ({
  act: (call, { record: { ref_number: ref } }, _, isMeant) => {
    const anyway = isMeant ? { anyway: true } : {};
    return call(orderChanges[change].done, { ref, change, note: null, ...anyway }, dealCalls.order);
  },
});

/** What staff do to an order without a form. */
export const orderRows: Readonly<Partial<Record<DealTool, ToolRow<DealProps>>>> = {
  ...Object.fromEntries(orderChangeNames.map((change) => [change, changeRow(change)])),
  delivered: {
    act(call, { deal: { parcels } }) {
      const onTheWay = parcels.filter(({ state }) => state === "with_carrier");
      const delivered = parcels.filter(({ state }) => state === "delivered").slice(-1);
      const arrived = onTheWay.length > 0 ? onTheWay : delivered;
      return call(
        orderActions.delivered.done,
        arrived.map(({ id }) => id),
        async (ids, key) => {
          for (const id of ids)
            await deskSend(dealCalls.parcelChange, { id, state: "delivered" }, { key: `${key}-${id}` });
        },
      );
    },
  },
};
