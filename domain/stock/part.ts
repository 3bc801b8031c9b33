import type { YardKind } from "#domain/catalogue/machine-kind.ts";
import type { WeightClass } from "#domain/deals/freight.ts";
import type { Cents } from "#domain/deals/money.ts";
import type { QuoteLine } from "#domain/deals/quote.ts";
import { keysOf } from "#domain/keys-of.ts";

/** The only place that knows what the state of a part means (deals.md section 12). */
export const partStates = {
  on_machine: { label: "On the machine", isHere: true },
  on_shelf: { label: "On the shelf", isHere: true },
  sold: { label: "Sold", isHere: false },
  gone: { label: "Gone", isHere: false },
} as const;
export type PartState = keyof typeof partStates;
export const partStateNames = keysOf(partStates);
/** The states of a part that can be sold. */
export const statesHere = partStateNames.filter((state) => partStates[state].isHere);

/** Why a part is gone. */
export const goneReasons = {
  scrapped: "Scrapped",
  lost: "Lost",
  kept: "Kept for ourselves",
  opened: "Opened up: its parts are listed one by one", // Of assemblies alone.
} as const;
export type GoneReason = keyof typeof goneReasons;

/** What a part fits: a model in some years, or in all. */
export interface Fit {
  readonly make: string;
  readonly model: string;
  readonly from: number | null;
  readonly to: number | null;
}

export interface PartPhoto {
  readonly id: string;
  readonly url: string; // Where staff see it; with `?w=320` the small one.
  readonly hash: string; // SHA-256 of the large file, which a line of a quote names.
}

/** A part of a machine: it is written down once, and found, quoted, held and sold from there. */
export interface Part {
  readonly number: number; // 1 and up, never used again.
  readonly name: string;
  readonly kind: YardKind | null; // Of its machine.
  readonly machine_number: number | null;
  readonly make: string;
  readonly model: string;
  readonly year: number | null;
  readonly fits: readonly Fit[];
  readonly grade: QuoteLine["grade"];
  readonly condition: readonly string[];
  readonly shelf: string;
  readonly price_cents: Cents | null; // Includes GST. Null: quoted by hand.
  readonly weight: WeightClass | null;
  readonly quantity: number; // Pieces that are left.
  readonly free: number; // Those of them that no order holds.
  readonly photos: readonly PartPhoto[];
  readonly state: PartState;
  readonly reason: GoneReason | null; // Set once it is gone.
  readonly public: boolean;
  readonly held: HeldFor | null;
  readonly version: number;
  readonly since: string; // When it was written down.
  readonly shelved_at: string | null;
}

/** The newest order that holds pieces of a part. */
export interface HeldFor {
  readonly ref: string;
  readonly invoice_number: number;
}

/** The public list of parts; `/stock/<number>/<slug>` is one of them. */
export const stockPath = "/stock";

/** On labels, in quotes, and wherever people see a part: "P1042". */
export function partLabel(number: number): string {
  return `P${number}`;
}

/** Returns the number of the part whose label somebody typed: "p 1042" is part 1042. Null for other labels. */
export function partNumber(label: string): number | null {
  const digits = /^\s*P\s*-?\s*(\d{1,9})\s*$/i.exec(label)?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/** "2015 Honda TRX420FM", as far as it is known. */
export function partMachine({ year, make, model }: Pick<Part, "year" | "make" | "model">): string {
  return [year ?? "", make, model].filter((word) => word !== "").join(" ");
}

/** "Honda TRX420FM 2007-2013", as the export writes it. */
export function fitText({ make, model, from, to }: Fit): string {
  const years = from === to ? (from ?? "") : `${from ?? ""}-${to ?? ""}`;
  return [make, model, years].filter((word) => word !== "").join(" ");
}
