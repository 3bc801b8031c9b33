/** What became of a version and of its mail, as the desk sees it (deals.md section 2). */
interface VersionRow {
  /** Null if its mail says it all. */
  readonly text: string | null;
  readonly isOpen: boolean;
  readonly next: QuoteAction | null;
  readonly others: readonly QuoteAction[];
}

/** What staff can do about a quote, with the label. */
export const quoteActions = {
  quote: "Quote",
  answer: "Answer",
  again: "Send it again",
  extend: "Extend by 7 days",
  approve: "Approve for the customer",
  decline: "They said no thanks",
  withdraw: "Withdraw",
} as const;
export type QuoteAction = keyof typeof quoteActions;

const out = {
  text: null,
  isOpen: true,
  next: null,
  others: ["approve", "quote", "extend", "decline", "withdraw"],
} as const;
const stuck = {
  text: null,
  isOpen: true,
  next: "again",
  others: ["quote", "extend", "approve", "decline", "withdraw"],
} as const;
const over = { isOpen: false, next: null, others: ["quote"] } as const;

const table = {
  queued: out,
  sending: out,
  sent: out,
  failed: stuck,
  unknown: stuck,
  superseded: { ...over, text: "replaced by a newer one" },
  approved: { ...over, text: "approved" },
  declined: { ...over, text: "they said no thanks" },
  withdrawn: { ...over, text: "withdrawn" },
  expired: { text: "expired", isOpen: false, next: "extend", others: ["quote", "withdraw"] },
} as const satisfies Readonly<Record<string, VersionRow>>;

export type VersionState = keyof typeof table;
export const versionStates: Readonly<Record<VersionState, VersionRow>> = table;

// Object.keys knows no literals.
export const versionStateNames = Object.keys(table).filter((name): name is VersionState =>
  Object.hasOwn(table, name),
);
