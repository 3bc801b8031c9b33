import type { Selectable } from "kysely";

import type { AskedPart } from "#domain/stock/asked-parts.ts";
import type { Part } from "#domain/stock/part.ts";

import type { Flag } from "./deal-tables.ts";

/** Parts in stock (deals.md section 12). */
export interface StockTables {
  parts: PartRow;
  part_fits: PartFitRow;
  part_words: { word: string; number: number };
  machine_sales: { order_id: string; machine_number: number; cents: number }; // Lines of an order off a machine, summed up.
  stock_imports: { id: string; content: string; user_id: string; created_at: string }; // A file that was looked at, as JSON.
  /** A phone may send a photo again whose answer got lost, after it was taken out: it stays out. */
  removed_part_photos: { id: string };
  /** By the number of the request: what it asks for, and which of our parts its open quote names. */
  asked_parts: AskedPart & { readonly number: number };
  quoted_parts: { number: number; part_number: number; pieces: number };
}

export interface PartRow extends Omit<Part, "fits" | "condition" | "photos" | "public" | "held" | "free"> {
  readonly id: string; // The phone's, or ours: the same id twice is one part.
  readonly part_key: string; // Its name in one spelling.
  readonly fits: string; // JSON.
  readonly condition: string; // JSON.
  readonly is_public: Flag;
  readonly was_public: Flag; // It once had a page.
  readonly photo: string | null; // The id of its first photo.
  readonly sold_at: string | null;
  readonly changed_at: string;
  readonly user_id: string | null;
}

export type StoredPart = Selectable<PartRow>;

/** What a part fits, once for each spelling of the model (model-keys.ts). */
export interface PartFitRow {
  readonly number: number;
  readonly part_key: string;
  readonly make: string;
  readonly model: string;
  readonly from_year: number | null;
  readonly to_year: number | null;
}
