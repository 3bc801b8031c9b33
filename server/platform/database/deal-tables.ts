import type { ColumnType } from "kysely";

import type { WeightClass } from "#domain/deals/freight.ts";
import type { OrderState } from "#domain/deals/order.ts";
import type {
  approvalWays,
  messageKinds,
  NextStep,
  parcelStates,
  paymentMethods,
  StoredVersionState,
} from "#domain/deals/stage.ts";

import type { MoneyTables } from "./money-tables.ts";
import type { SaleTables } from "./sale-tables.ts";

/** Tables of deals (deals.md). Amounts are cents including GST. */
export interface DealTables extends MoneyTables, SaleTables {
  deals: DealRow;
  quote_drafts: QuoteDraftRow;
  quote_versions: QuoteVersionRow;
  quote_lines: QuoteLineRow;
  deal_messages: DealMessageTable;
  orders: OrderTable;
  order_items: OrderItemRow;
  payments: PaymentRow;
  parcels: ParcelRow;
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
export interface QuoteVersionRow {
  ref_number: string;
  number: number;
  state: StoredVersionState;
  content: string; // Canonical JSON (RFC 8785).
  content_hash: string; // SHA-256 of `content` in lower-case hex.
  total_cents: number; // The lowest that the customer can choose.
  valid_until: string; // A day in New Zealand, the last one.
  queued_at: string;
  undo_until: string; // From then on it can be approved.
  changed_at: string; // When its state last changed.
  user_id: string;
  /** A correction replaces the version that the customer has read; an extension only moves its last day. */
  mail_kind: "quote" | "correction" | "extension";
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

export interface DealMessageRow {
  id: string;
  ref_number: string;
  number: number | null; // The version that the message is about.
  kind: (typeof messageKinds)[number];
  words: string | null;
  at: string;
  user_id: string | null; // Unset for visitors.
  answers: string | null; // The id of the question.
}

export interface DealMessageTable extends DealMessageRow {
  amount_cents: ColumnType<number | null, number | null | undefined, never>; // A seller's counter-price to our offer.
}

/** At most one for each reference that is not cancelled. */
export interface OrderRow {
  id: string;
  ref_number: string;
  number: number; // The approved version.
  content_hash: string;
  selection: string; // JSON.
  state: OrderState;
  invoice_number: number; // A revived order gets a new invoice number.
  total_cents: number;
  approved_at: string;
  approved_how: (typeof approvalWays)[number];
  approved_by: string | null; // A user's id; null for the visitor.
  note: string | null;
  customer: string; // Name, address, phone and e-mail as JSON, sealed.
  pay_by: string;
  paid_at: string | null;
  lapsed_at: string | null;
  cancelled_at: string | null;
  delivered_at: string | null;
  refunded_at: string | null;
  changed_at: string;
  paid_cents: number; // The sum of its payments in New Zealand dollars.
  credited_cents: number; // Refunds took this off the last invoice.
}

export interface OrderTable extends OrderRow {
  is_unsettled: ColumnType<boolean | number, never, never>; // The payments don't match what is owed.
}

/** A physical part on the shelf, held by at most one order. */
export interface OrderItemRow {
  order_id: string;
  item_label: string;
  held: Flag;
}

/** Never changed or removed while the order is kept. */
export interface PaymentRow {
  id: string;
  order_id: string;
  amount_cents: number; // Negative if paid back.
  method: (typeof paymentMethods)[number] | "rounding";
  received_on: string; // A day in New Zealand.
  note: string | null;
  user_id: string | null; // Unset for payments that the card company reports.
  at: string;
  currency: string; // Money in another one than NZD never counts.
  source: string | null; // The bank line or card payment behind it: unique, so that money is entered once.
}

export interface ParcelRow {
  id: string;
  order_id: string;
  carrier: string;
  tracking: string;
  state: (typeof parcelStates)[number];
  sent_at: string;
  delivered_at: string | null;
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
