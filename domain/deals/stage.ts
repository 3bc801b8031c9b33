/** How far a deal is, as its page and `/status` say it (deals.md section 5: the wording is exact). */
export const stages = {
  pricing: "We are pricing it",
  ready: "Your quote is ready",
  answering: "We are answering your question",
  expired: "This quote has expired",
  declined: "You said no thanks",
  approved: "Approved: now the payment",
  overdue: "Payment time has passed",
  paid: "Paid: we are packing it",
  sent: "On its way",
  delivered: "Delivered",
  cancelled: "Cancelled",
  withdrawn: "This quote has been withdrawn",
} as const;
export type Stage = keyof typeof stages;

/** What staff do next about a deal, in the order of the journey. The column `next_step` holds these names. */
export const nextSteps = {
  quote: "To quote",
  answer: "To answer",
  waiting: "Waiting for an answer",
  mail: "Mail not delivered",
  expired: "Expired",
  pay: "To be paid",
  pack: "To pack",
  on_its_way: "On its way",
  done: "Done",
} as const;
export type NextStep = keyof typeof nextSteps;

/** `out`: sent, or about to be; what became of its mail says the outbox. */
export const storedVersionStates = ["out", "superseded", "approved", "declined", "withdrawn"] as const;
export type StoredVersionState = (typeof storedVersionStates)[number];

/** `correction`: puts a wrong entry right, and mails nobody. */
export const paymentMethods = ["transfer", "cash", "card", "correction"] as const;
/** `removed`: entered by mistake. Nobody sees it any more. */
export const parcelStates = ["with_carrier", "delivered", "lost", "returned", "removed"] as const;
export type ParcelState = (typeof parcelStates)[number];
export const approvalWays = ["link", "phone", "email", "counter"] as const;
export const messageKinds = ["question", "answer", "decline", "still_interested"] as const;
