import { addDays } from "#domain/calendar-date.ts";
import { keysOf } from "#domain/keys-of.ts";
import { nzDate } from "#domain/nz-time.ts";

import { endOfDay } from "./deadlines.ts";
import { trader } from "./quote.ts";
import type { Stage } from "./stage.ts";

/** Why a customer sends something back. A change of mind is our own promise, the rest is the law's (deals.md section 7). */
export const returnKinds = {
  "changed-mind": "I changed my mind",
  "does-not-fit": "It does not fit",
  faulty: "It is faulty",
  "wrong-part": "It is the wrong part",
  damaged: "It arrived damaged",
} as const;
export type ReturnKind = keyof typeof returnKinds;

export const returnKindNames = keysOf(returnKinds);

export const returnDays = 14;

/** The first moment after the last New Zealand day on which a customer may change their mind. */
export function returnableUntil(deliveredAt: Date): Date {
  return endOfDay(addDays(nzDate(deliveredAt), returnDays));
}

/** A part on its way has all the time that follows its delivery. */
export function mayChangeMind(
  { state, delivered_at: delivered }: { readonly state: string; readonly delivered_at: string | null },
  at: Date,
): boolean {
  return state !== "closed" && (delivered === null || at < returnableUntil(new Date(delivered)));
}

/** At the desk, of a customer who asks by phone or at the counter. */
export const askReturnLabel = "They want to send it back";

/** What staff do about a return. */
export type ReturnChange = "agree" | "refuse" | "received" | "close";

interface ReturnStateRow {
  /** What the customer's page says of it. */
  readonly customer: string;
  readonly desk: string;
  readonly history: string;
  /** The stage of the deal while it is open. */
  readonly stage?: Stage;
  readonly changes: readonly ReturnChange[];
}

/** The only place that knows what the state of a return means (deals.md section 7). */
const table = {
  asked: {
    customer: "We look at it",
    desk: "Return asked",
    history: "The return is asked for",
    stage: "return_asked",
    changes: ["agree", "refuse", "received", "close"],
  },
  agreed: {
    customer: "Agreed: send it back",
    desk: "Return agreed",
    history: "Agreed to the return",
    stage: "return_agreed",
    changes: ["received", "close"],
  },
  refused: {
    customer: "Not agreed",
    desk: "Return refused",
    history: "Refused the return",
    changes: [],
  },
  received: {
    customer: "It is back with us",
    desk: "Return received",
    history: "The returned part is here",
    stage: "return_received",
    changes: ["close"],
  },
  closed: {
    customer: "Settled",
    desk: "Return closed",
    history: "Closed the return",
    changes: [],
  },
} as const satisfies Readonly<Record<string, ReturnStateRow>>;

export type ReturnState = keyof typeof table;
export const returnStates: Readonly<Record<ReturnState, ReturnStateRow>> = table;

interface ReturnChangeRow {
  readonly label: string;
  readonly to: ReturnState;
  /** Shown to staff before they press. */
  readonly hint: string;
  /** The mail with the words of staff, which such a change needs. */
  readonly mail?: { readonly subject: string; readonly heading: string; readonly end: readonly string[] };
}

export const returnChanges = {
  agree: {
    label: "Agree",
    to: "agreed",
    hint: "They get the mail with your words: where to send it, and who pays the freight. We pay it if the part is faulty, wrong, damaged or does not fit.",
    mail: { subject: "Your return is agreed", heading: "Return agreed: send it back", end: [] },
  },
  refuse: {
    label: "Refuse",
    to: "refused",
    hint: "They get the mail with your words. Their rights under the Consumer Guarantees Act stay.",
    mail: {
      subject: "About your return",
      heading: "Our answer about your return",
      end: ["Your rights under the Consumer Guarantees Act stay as they are."],
    },
  },
  received: {
    label: "It has come back",
    to: "received",
    hint: "Nobody is mailed, and your words are a note for us. Pay the money back next.",
  },
  close: {
    label: "Close the return",
    to: "closed",
    hint: "Nobody is mailed, and your words are a note for us.",
  },
} as const satisfies Readonly<Record<ReturnChange, ReturnChangeRow>>;

/** What a customer sends back: in the deal, on the page and on the wire. */
export interface Return {
  readonly id: string;
  readonly order_id: string;
  readonly kind: ReturnKind;
  readonly lines: readonly string[]; // Ids of lines of the approved version.
  readonly words: string; // The customer's.
  readonly answer: string | null; // The words of staff.
  readonly state: ReturnState;
  readonly at: string;
}

/** Returns the one that is not settled: a deal has one at most. */
export function openReturn<One extends Pick<Return, "state">>(deal: {
  readonly returns: readonly One[];
}): One | null {
  return deal.returns.find(isOpenReturn) ?? null;
}

/** What staff write when they agree: where to send it, and who pays the freight (deals.md section 7). */
export function agreedWords(kind: ReturnKind): string {
  const freight =
    kind === "changed-mind"
      ? "Please send it unused. The freight back is yours."
      : "We pay the freight: keep the receipt and tell us what it cost.";
  return `Please pack it well, put the reference of your order in, and send it to:\n\n${trader().name}\n${trader().address}\n\n${freight} We pay you back as soon as it is here and checked.`;
}

export const returnChangeNames = keysOf(returnChanges);

/** The states of a return that is not settled. */
export const openReturnStates = keysOf(table).filter((state) => isOpenReturn({ state }));

export function isOpenReturn({ state }: Pick<Return, "state">): boolean {
  return returnStates[state].stage !== undefined;
}
