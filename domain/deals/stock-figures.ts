import type { Cents } from "./money.ts";

/** What the parts of a machine brought, and what is asked for those that are left. */
export interface MachineFigures {
  readonly sold_cents: Cents; // Lines off it, of orders that are paid.
  readonly left: number; // Parts that can still be sold.
  readonly left_cents: Cents; // What is asked for their pieces; those without a price count nothing.
}

/** What people asked for, and no part of ours is. */
export interface AskedPart {
  readonly part: string;
  readonly machine: string;
  readonly asked: number;
}

/** All parts in stock (deals.md section 12). "Lately" is the last 30 days; requests are those of 90. */
export interface StockFigures {
  readonly shelved: number; // Pieces on the shelf.
  readonly shelved_cents: Cents;
  readonly sold: number; // Parts lately.
  readonly shelf_days: number | null; // From shelf to sale: the median of those sold lately, null without any.
  readonly not_in_stock: readonly AskedPart[]; // The ten asked for most.
}
