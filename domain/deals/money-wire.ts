import * as v from "valibot";

import { type Cents, centsMost } from "./money.ts";
import type { OrderState } from "./order.ts";
import type { GstKind } from "./purchase.ts";
import { gradeSchema, noteMost, textOf, wordsMost } from "./quote.ts";
import { returnChangeNames, returnKindNames } from "./returns.ts";
import { refundMethods, type takenWhys } from "./stage.ts";

/** New Zealand days, both included. */
export type Days = Record<"from" | "to", string>;

/** A refund to a card that is on its way, or was refused. */
export interface CardRefund {
  readonly amount_cents: Cents;
  readonly state: "pending" | "refused";
  readonly error: string | null;
  readonly at: string;
}

const ref = v.string();

const returnedPartSchema = v.object({
  number: v.number(),
  state: v.picklist(["on_shelf", "gone"]),
  reason: v.optional(v.nullable(v.picklist(["scrapped", "lost", "kept"])), null),
  grade: v.optional(gradeSchema, null),
  shelf: v.optional(textOf(60), ""),
});
export type ReturnedPart = v.InferOutput<typeof returnedPartSchema>;

export const moneyRequests = {
  return: v.union([
    v.object({
      ref,
      id: v.string(),
      change: v.picklist(returnChangeNames),
      words: v.optional(textOf(wordsMost), ""),
      /** Where each part of our stock goes that has come back. */
      parts: v.optional(v.array(returnedPartSchema), []),
    }),
    /** Asked by phone, or at the counter. */
    v.object({
      ref,
      change: v.literal("ask"),
      kind: v.picklist(returnKindNames),
      lines: v.pipe(v.array(v.string()), v.minLength(1)),
      words: v.optional(textOf(wordsMost), ""),
    }),
  ]),
  refund: v.object({
    ref,
    amount_cents: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(centsMost)),
    method: v.picklist(refundMethods),
    note: v.optional(v.nullable(textOf(noteMost)), null),
    lines: v.optional(v.array(v.string()), []), // Ids of lines, or "freight": for the words.
    invoice_number: v.exactOptional(v.number()), // Of an earlier order; the last one without it.
  }),
  bankImportConfirm: v.object({ import: v.string() }),
  bankMatch: v.union([
    v.strictObject({ line: v.string(), ref }),
    v.strictObject({ line: v.string(), ignore: v.literal(true) }),
    /** Takes its payments back, while nothing has left. */
    v.strictObject({ line: v.string(), undo: v.literal(true) }),
    /** One transfer for the orders of several records. */
    v.strictObject({
      line: v.string(),
      refs: v.pipe(v.array(v.object({ ref, amount_cents: v.number() })), v.minLength(1), v.maxLength(20)),
    }),
  ]),
} as const;

/** Money of an order that is not what it should be. */
export interface OwedMoney {
  readonly ref: string;
  readonly amount_cents: Cents;
  readonly since: string;
  readonly invoice_number: number;
  readonly name: string | null;
  readonly is_record_gone?: true; // The record was erased, or removed after its time.
  readonly currency?: string; // Of money in another one than New Zealand dollars.
}

/** Money that left without the desk. */
export interface TakenMoney {
  readonly amount_cents: Cents;
  readonly why: (typeof takenWhys)[number];
  readonly by: string | null; // The last day for the evidence in a dispute.
}

/** An order that money may be for, as it stands now. */
export interface Suggestion {
  readonly ref: string;
  readonly why: string;
  readonly name: string;
  readonly machine: string;
  readonly balance_cents: Cents;
  readonly state: OrderState;
}

/** Money on our account that is nobody's yet. */
export interface BankLine {
  readonly line: string;
  readonly day: string;
  readonly amount_cents: Cents;
  readonly text: string;
  readonly suggestions: readonly Suggestion[]; // At most three.
}

/** A statement that was read: what storing it will do. Nothing is stored yet. */
export interface BankImport {
  readonly import: string; // For `bank-import-confirm`, within a day.
  readonly account: string | null; // As the file writes it; null if it does not say.
  readonly from: string | null; // First and last day of its rows; null without rows.
  readonly to: string | null;
  readonly rows: number;
  readonly credits: number;
  readonly known: number; // Stored before.
  readonly matched: number; // Entered as payments by themselves.
  readonly to_match: number; // Waits for staff.
  readonly taken_back: number; // Debits that take back what was paid.
  readonly payments: readonly { readonly ref: string; readonly name: string; readonly amount_cents: Cents }[]; // Those that are entered.
  readonly problems: readonly string[]; // Sentences.
}

/** Which column is which? Asked of a layout nobody knows, or only the order of day and month. */
export interface UnknownLayout {
  readonly columns: readonly string[]; // Their headings.
  readonly sample: readonly (readonly string[])[]; // The first rows.
  readonly only_order?: true; // The columns are known: `?order=` is enough.
}

export const dayOrders = ["dmy", "mdy", "ymd"] as const;

/** How many payments of the statement were entered, and how many wait. The same call again says the same. */
export interface BankConfirmed {
  readonly matched: number;
  readonly to_match: number;
}

/** At most 500 rows each. */
export interface MoneyLists {
  readonly short: readonly OwedMoney[];
  readonly over: readonly OwedMoney[];
  readonly late: readonly (OwedMoney & { readonly are_items_free: boolean })[];
  readonly to_refund: readonly OwedMoney[];
  readonly to_match: readonly BankLine[];
  readonly taken_back: readonly (OwedMoney & TakenMoney)[];
  readonly more: boolean; // A list has more rows than are shown.
}

/** What a sum of GST is made of. What went back is negative, so that rows add up to the sums. */
export interface GstRow {
  readonly document: string; // Of a payment: the last invoice of its order.
  readonly method: string | null; // Of a payment; null for a document.
  readonly ref: string;
  readonly day: string; // In New Zealand.
  readonly cents: Cents; // Without what is overpaid.
  readonly gst_cents: Cents;
  readonly overpaid_cents?: Cents; // Negative if it went back, or if a later invoice took it.
}

export interface GstSums {
  readonly sales_cents: Cents;
  readonly credits_cents: Cents; // What went back, as a positive amount.
  readonly gst_cents: Cents; // Of the sales, less that of the credits.
  /** Paid for nothing that was invoiced, less what of it went back. In no other sum; always 0 on the invoice basis. */
  readonly overpaid_cents: Cents;
  readonly rows: readonly GstRow[];
}

/** A machine that was bought in the period. */
export interface GstPurchase {
  readonly number: number;
  readonly day: string; // In New Zealand.
  readonly gst: GstKind;
  readonly cents: Cents;
  readonly credit_cents: Cents;
}

/** A period's GST by what was paid in it, and by what was invoiced in it. Days are inclusive, in New Zealand time. */
export interface Gst {
  readonly payments: GstSums;
  readonly invoices: GstSums;
  readonly purchases: readonly GstPurchase[];
}

/** How the accountant takes it: for Xero, sales and purchases apart, or all of it plain with ISO dates. */
export const accountsFormats = ["xero", "xero-bills", "csv"] as const;
export type AccountsFormat = (typeof accountsFormats)[number];
