import type { Cents } from "./money.ts";

/** An order that is owed for. */
export interface Debtor {
  readonly ref: string;
  readonly invoice: string; // Such as INV-1001.
  readonly name: string | null; // Null if it can't be read any more.
  readonly since: string; // The invoice's day in New Zealand.
  readonly days: number; // Its age.
  readonly cents: Cents;
}

/** In days: each has thirty, the last all that is older. */
export const ageNames = ["0-30", "31-60", "61-90", "over-90"] as const;
type Age = (typeof ageNames)[number];

/** Who owes, oldest first, and how much by age. */
export interface Debtors {
  readonly rows: readonly Debtor[];
  readonly ages: Readonly<Record<Age, Cents>>;
}
