import { addDays } from "#domain/calendar-date.ts";
import { nzDate } from "#domain/nz-time.ts";

import { endOfDay } from "./deadlines.ts";
import { trader } from "./quote.ts";

/** Why a customer sends something back. A change of mind is our own promise, the rest is the law's (deals.md section 7). */
export const returnKinds = {
  "changed-mind": "I changed my mind",
  "does-not-fit": "It does not fit",
  faulty: "It is faulty",
  "wrong-part": "It is the wrong part",
  damaged: "It arrived damaged",
} as const;
export type ReturnKind = keyof typeof returnKinds;

export function isReturnKind(name: string): name is ReturnKind {
  return Object.hasOwn(returnKinds, name);
}

// Object.keys knows no literals.
export const returnKindNames = Object.keys(returnKinds).filter(isReturnKind);

export const returnDays = 14;

/** The first moment after the last New Zealand day on which a customer may change their mind. */
export function returnableUntil(deliveredAt: Date): Date {
  return endOfDay(addDays(nzDate(deliveredAt), returnDays));
}

/** Of a part on its way, there is all the time that follows its delivery. */
export function mayChangeMind(
  { state, delivered_at: delivered }: { readonly state: string; readonly delivered_at: string | null },
  at: Date,
): boolean {
  return state !== "closed" && (delivered === null || at < returnableUntil(new Date(delivered)));
}

export const returnStates = ["asked", "agreed", "refused", "received", "closed"] as const;
export type ReturnState = (typeof returnStates)[number];

interface ReturnChangeRow {
  /** At the desk, before and after. */
  readonly label: string;
  readonly done: string;
  readonly from: readonly ReturnState[];
  readonly to: ReturnState;
  /** With the words of staff, which it needs. */
  readonly isMailed: boolean;
}

/** What staff do about a return. */
export const returnChanges = {
  agree: { label: "Agree", done: "return agreed", from: ["asked"], to: "agreed", isMailed: true },
  refuse: { label: "Refuse", done: "return refused", from: ["asked"], to: "refused", isMailed: true },
  received: {
    label: "It has come back",
    done: "return received",
    from: ["asked", "agreed"],
    to: "received",
    isMailed: false,
  },
  close: {
    label: "Close the return",
    done: "return closed",
    from: ["asked", "agreed", "received"],
    to: "closed",
    isMailed: false,
  },
} as const satisfies Readonly<Record<string, ReturnChangeRow>>;
export type ReturnChange = keyof typeof returnChanges;

/** What staff write when they agree: where to send it, and who pays the freight (deals.md section 7). */
export function agreedWords(kind: ReturnKind): string {
  const freight =
    kind === "changed-mind"
      ? "Please send it unused. The freight back is yours."
      : "We pay the freight: keep the receipt and tell us what it cost.";
  return `Please pack it well, put the reference of your order in, and send it to:\n\n${trader.name}\n${trader.address}\n\n${freight} We pay you back as soon as it is here and checked.`;
}

// Object.keys knows no literals.
export const returnChangeNames = Object.keys(returnChanges).filter((name): name is ReturnChange =>
  Object.hasOwn(returnChanges, name),
);

/** Of the order's returns: at most one. */
export function isOpenReturn({ state }: { readonly state: ReturnState }): boolean {
  return state === "asked" || state === "agreed" || state === "received";
}
