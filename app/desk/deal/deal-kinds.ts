import { dealCalls } from "#domain/deals/deal-calls.ts";
import { versionStates } from "#domain/deals/quote-states.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { offerStates } from "#domain/deals/sale-states.ts";

/** What differs between the quotes to a customer and the offers to a seller. */
export const dealKinds = {
  quote: {
    title: "Quote and order",
    name: "Quote",
    states: versionStates,
    whose: "customer",
    page: "Customer’s page",
    mails: "Mails about the quote and the order",
    withdrawn: "The customer can no longer approve it. Their page says that it was withdrawn.",
    renewed: "Copy the new one, or extend the quote: that mail has it.",
    resend: dealCalls.resend,
    extend: dealCalls.extend,
    undo: dealCalls.undo,
    withdraw: dealCalls.withdraw,
  },
  offer: {
    title: "Offer and pick-up",
    name: "Offer",
    states: offerStates,
    whose: "seller",
    page: "Seller’s page",
    mails: "Mails about the offer",
    withdrawn: "The seller can no longer accept it. Their page says that we are looking at their machine.",
    renewed: "Copy the new one, or ask for photos or send an offer: those mails have it.",
    resend: saleCalls.offerResend,
    extend: saleCalls.offerExtend,
    undo: saleCalls.offerUndo,
    withdraw: saleCalls.offerWithdraw,
  },
} as const;
export type DealKind = keyof typeof dealKinds;
