import { extensionDays } from "./deadlines.ts";
import type { VisitorAction } from "./order.ts";
import type { NextStep, Stage } from "./stage.ts";

/** A state of a version and its mail, as the desk sees it (deals.md section 2). */
interface VersionRow {
  /** Set unless the mail's state says it all. */
  readonly text: string | null;
  /** The deal's stage if this is its newest version, and there is no order. */
  readonly stage: Stage;
  readonly step: NextStep;
  readonly isOpen: boolean;
  readonly next: QuoteAction | null;
  readonly others: readonly QuoteAction[];
  readonly visitor: readonly VisitorAction[];
}

export const quoteActions = {
  quote: "Quote",
  answer: "Answer",
  again: "Send it again",
  extend: `Extend by ${extensionDays} days`,
  approve: "Approve for the customer",
  decline: "They said no thanks",
  withdraw: "Withdraw",
} as const;
export type QuoteAction = keyof typeof quoteActions;

const out = {
  text: null,
  stage: "ready",
  step: "waiting",
  isOpen: true,
  next: null,
  others: ["approve", "quote", "extend", "decline", "withdraw"],
  visitor: ["approve", "decline"],
} as const;
const stuck = {
  ...out,
  next: "again",
  others: ["quote", "extend", "approve", "decline", "withdraw"],
} as const;
const over = { step: "done", isOpen: false, next: null, others: ["quote"], visitor: [] } as const;

const table = {
  queued: out,
  sending: out,
  sent: out,
  failed: stuck,
  unknown: stuck,
  superseded: { ...over, stage: "pricing", text: "replaced by a newer one" },
  approved: { ...over, stage: "cancelled", text: "approved" }, // The order was cancelled.
  declined: { ...over, stage: "declined", text: "they said no thanks" },
  withdrawn: { ...over, stage: "withdrawn", text: "withdrawn" },
  expired: {
    text: "expired",
    stage: "expired",
    step: "expired",
    isOpen: false,
    next: "extend",
    others: ["quote", "withdraw"],
    visitor: ["still_interested"],
  },
} as const satisfies Readonly<Record<string, VersionRow>>;

export type VersionState = keyof typeof table;
export const versionStates: Readonly<Record<VersionState, VersionRow>> = table;

/** Reasons why a quote can't be approved, in words for the customer and for staff. */
export const approvalRefusals = {
  impossible: {
    status: 400,
    title: "Please choose again",
    text: "If there are alternatives, choose one of each. Then tick any extras you want.",
    staff: () => "Choose one line of each group of alternatives",
  },
  /** Staff only: the note stands for the customer's own press (deals.md section 2). */
  no_note: {
    status: 422,
    title: "The note is missing",
    text: "Who said yes, and when?",
    staff: () => "Write in the note who said yes, and when: it stands for the customer's own approval",
  },
  /** The customer saw another version or other content: nothing was agreed. */
  stale: {
    status: 409,
    title: "The quote has changed",
    text: "We are just changing it. Please look at this page again in a minute.",
    staff: (number: number) => `Quote ${number} is no longer the current one`,
  },
  sold: {
    status: 409,
    title: "Sold minutes ago",
    text: "Somebody else's order came first. We know about it and are looking for another one for you.",
    staff: (_number: number, parts: string) => `Another order holds ${parts}`,
  },
  expired: {
    status: 410,
    title: "This quote has expired",
    text: "Press Still interested, and we will check the part and the price again.",
    staff: (number: number) => `Quote ${number} has expired: extend it first`,
  },
  /** Declined, withdrawn, or its order cancelled. */
  over: {
    status: 409,
    title: "This quote can no longer be approved",
    text: "It was declined, withdrawn or cancelled. This is how it stands now.",
    staff: (number: number) => `Quote ${number} was declined, withdrawn or cancelled: send a new one`,
  },
  too_often: {
    status: 429,
    title: "That is a lot of changes for one day",
    text: "You have approved this and taken it back several times today. Please ring us and we will approve it for you.",
    staff: () => "It was approved and taken back too often today",
  },
} as const;
export type ApprovalRefusal = keyof typeof approvalRefusals;
