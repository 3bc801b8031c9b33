import { addDays } from "#domain/calendar-date.ts";
import { nzDate } from "#domain/nz-time.ts";

import { endOfDay } from "./deadlines.ts";

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

export const returnStates = ["asked", "agreed", "refused", "received", "closed"] as const;
export type ReturnState = (typeof returnStates)[number];

interface ReturnChangeRow {
  /** At the desk. */
  readonly label: string;
  readonly from: readonly ReturnState[];
  readonly to: ReturnState;
}

/** What staff do about a return. */
export const returnChanges = {
  agree: { label: "Agree to the return", from: ["asked"], to: "agreed" },
  refuse: { label: "Refuse the return", from: ["asked"], to: "refused" },
  received: { label: "It has come back", from: ["asked", "agreed"], to: "received" },
  close: { label: "Close the return", from: ["asked", "agreed", "received"], to: "closed" },
} as const satisfies Readonly<Record<string, ReturnChangeRow>>;
export type ReturnChange = keyof typeof returnChanges;

// Object.keys knows no literals.
export const returnChangeNames = Object.keys(returnChanges).filter((name): name is ReturnChange =>
  Object.hasOwn(returnChanges, name),
);

/** Of the order's returns: at most one. */
export function isOpenReturn({ state }: { readonly state: ReturnState }): boolean {
  return state === "asked" || state === "agreed" || state === "received";
}
