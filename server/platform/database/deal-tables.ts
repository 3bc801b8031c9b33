import type { ColumnType } from "kysely";

import type { DealMessage, Order, Parcel, Payment, QuoteVersion } from "#domain/deals/deal.ts";
import type { WeightClass } from "#domain/deals/freight.ts";
import type { approvalWays, NextStep, StoredVersionState } from "#domain/deals/stage.ts";

import type { MoneyTables } from "./money-tables.ts";
import type { SaleTables } from "./sale-tables.ts";
import type { StockTables } from "./stock-tables.ts";

/** Tables of deals (deals.md). Amounts are cents including GST. */
export interface DealTables extends MoneyTables, SaleTables, StockTables {
  deals: DealRow;
  quote_drafts: QuoteDraftRow;
  quote_versions: QuoteVersionRow;
  quote_lines: QuoteLineRow;
  deal_messages: DealMessageTable;
  orders: OrderTable;
  order_items: OrderItemRow;
  payments: PaymentTable;
  parcels: ParcelTable;
  document_numbers: DocumentNumberRow;
  desk_settings: DeskSettingRow;
  deal_calls: DealCallRow;
  staff_digests: StaffDigestRow;
}

/** SQLite returns 0 or 1. */
export type Flag = ColumnType<boolean | number, boolean, boolean>;

/** Columns for the next step of staff, on quote requests and vehicles. The step holds until `step_until`. */
export interface StepColumns {
  next_step: ColumnType<string, NextStep | undefined, NextStep>;
  step_until: string | null;
}

/** A quote request without a row has generation 1, and nobody has stopped its reminders. */
export interface DealRow {
  ref_number: string;
  generation: number; // Links of a lower generation are revoked.
  reminders_stopped_at: string | null;
}

export interface QuoteDraftRow {
  ref_number: string;
  version: number;
  draft: string; // JSON.
  updated_at: string;
  user_id: string;
}

/** Triggers refuse every change but that of `state` and `changed_at`. */
export interface QuoteVersionRow extends Omit<QuoteVersion, "state" | "content" | "isPending" | "mail"> {
  state: StoredVersionState;
  content: string; // Canonical JSON (RFC 8785).
}

/** The lines of every version for the price memory, with words in one spelling. */
export interface QuoteLineRow {
  ref_number: string;
  number: number;
  line_id: string;
  part: string;
  make: string;
  model: string;
  text: string;
  machine: string | null;
  grade: string | null;
  unit_cents: number;
  sent_at: string;
  /** The parcel's weight class if the line ships alone. Unset for older lines, which were priced as the lightest. */
  weight: WeightClass | null;
}

export interface DealMessageTable extends Omit<DealMessage, "by" | "amount_cents"> {
  ref_number: string;
  user_id: string | null; // Unset for visitors.
  amount_cents: ColumnType<number | null, number | null | undefined, never>;
}

/** At most one for each reference that is not cancelled. */
export interface OrderTable extends Omit<Order, "selection" | "pulled"> {
  selection: string; // JSON.
  pulled: ColumnType<string, string | undefined, string>; // JSON.
  approved_how: (typeof approvalWays)[number];
  approved_by: string | null; // A user's id; null for the visitor.
  note: string | null;
  customer: string; // Name, address, phone and e-mail as JSON, sealed.
  is_unsettled: ColumnType<boolean | number, never, never>; // The payments don't match what is owed.
}

/** A physical part, held by at most one order; one of our stock may have several pieces. */
export interface OrderItemRow {
  order_id: string;
  item_label: string;
  held: Flag;
  part_number: number | null; // Unset for labels of nothing in our stock.
  pieces: number | null; // How many of the part.
}

/** Never changed or removed while the order is kept. */
export interface PaymentTable extends Omit<Payment, "by"> {
  user_id: string | null; // Unset for payments that the card company reports.
}

export interface ParcelTable extends Omit<Parcel, "url"> {
  order_id: string;
  user_id: string;
}

/** The last number given out, by kind of document: no gaps, because it is taken in the document's transaction. */
export interface DocumentNumberRow {
  kind: string;
  last: number;
}

export interface DeskSettingRow {
  name: string;
  version: number;
  value: string; // JSON.
  updated_at: string;
  user_id: string;
}

/** The responses of calls that created something, by their Idempotency-Key. */
export interface DealCallRow {
  key: string; // With the user before it.
  call: string; // Method, route and the SHA-256 of the body.
  ref_number: string;
  response: string; // JSON.
  at: string;
}

/** Visitors' actions that staff have yet to be mailed about. */
export interface StaffDigestRow {
  event_id: number;
  ref_number: string;
  at: string;
}
