import * as v from "valibot";

import { call } from "#domain/call.ts";
import { keysOf } from "#domain/keys-of.ts";

import { documentKinds } from "./documents.ts";
import { centsMost } from "./money.ts";
import { stateNames } from "./order.ts";
import { noteMost, textOf, wordsMost } from "./quote.ts";
import { returnChangeNames, returnKindNames, returnStates } from "./returns.ts";
import { refundMethods, takenWhys } from "./stage.ts";

type Requests = typeof moneyRequests;

/** The calls of staff about documents, returns and money (deals.md section 7). */
export const moneyCalls = {
  money: call<object, MoneyLists>("GET", "/functions/v1/money"),
  document: call<{ number: string }>("GET", "/functions/v1/document"),
  return: call<Requests["return"]>("POST", "/functions/v1/return"),
  refund: call<Requests["refund"]>("POST", "/functions/v1/refund", { needsKey: true }),
  bankImport: call<Blob, BankImport | UnknownLayout>("POST", "/functions/v1/bank-import"), // `?map=&order=`
  bankImportConfirm: call<Requests["bankImportConfirm"], BankConfirmed>(
    "POST",
    "/functions/v1/bank-import-confirm",
  ),
  bankMatch: call<Requests["bankMatch"]>("POST", "/functions/v1/bank-match"),
  bankFind: call<{ text: string }, { suggestions: Suggestion[] }>("GET", "/functions/v1/bank-find"),
  accounts: call<Days & { as: AccountsFormat }>("GET", "/functions/v1/accounts"),
  gst: call<Days, Gst>("GET", "/functions/v1/gst"),
} as const;

/** New Zealand days, both included. */
export type Days = Record<"from" | "to", string>;

export const documentSchema = v.object({
  number: v.string(),
  kind: v.picklist(documentKinds),
  total_cents: v.number(),
  issued_at: v.string(),
});

export const returnSchema = v.object({
  id: v.string(),
  order_id: v.string(),
  kind: v.picklist(returnKindNames),
  lines: v.array(v.string()),
  words: v.string(),
  answer: v.nullable(v.string()),
  state: v.picklist(keysOf(returnStates)),
  at: v.string(),
});

/** A refund to a card that is on its way, or was refused. */
export const cardRefundSchema = v.object({
  amount_cents: v.number(),
  state: v.picklist(["pending", "refused"]),
  error: v.nullable(v.string()),
  at: v.string(),
});

const ref = v.string();

export const moneyRequests = {
  return: v.object({
    ref,
    id: v.string(),
    change: v.picklist(returnChangeNames),
    words: v.optional(textOf(wordsMost), ""),
  }),
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
  ]),
} as const;

const isGone = v.exactOptional(v.literal(true)); // The record was erased, or removed after its time.
const order = { invoice_number: v.number(), name: v.nullable(v.string()) };
const sum = { ref, amount_cents: v.number(), since: v.string() };
/** `currency`: of money in another one than New Zealand dollars. */
const owed = { ...sum, ...order, is_record_gone: isGone, currency: v.exactOptional(v.string()) };

/** Money that left without the desk. `by`: the last day for the evidence in a dispute. */
const taken = { amount_cents: v.number(), why: v.picklist(takenWhys), by: v.nullable(v.string()) };
export const takenSchema = v.object(taken);

/** An order that money may be for, as it stands now. */
const suggestionSchema = v.object({
  ref,
  why: v.string(),
  name: v.string(),
  machine: v.string(),
  balance_cents: v.number(),
  state: v.picklist(stateNames),
});
export const suggestionsSchema = v.object({ suggestions: v.array(suggestionSchema) });
export type Suggestion = v.InferOutput<typeof suggestionSchema>;

/** Money on our account that is nobody's yet. */
const waitingLineSchema = v.object({
  line: v.string(),
  day: v.string(),
  amount_cents: v.number(),
  text: v.string(),
  suggestions: v.array(suggestionSchema), // At most three.
});

const count = v.number();

/** A statement that was read: what storing it will do. Nothing is stored yet. */
export const bankImportSchema = v.object({
  import: v.string(), // For `bank-import-confirm`, within a day.
  account: v.nullable(v.string()), // As the file writes it; null if it does not say.
  from: v.nullable(v.string()), // First and last day of its rows; null without rows.
  to: v.nullable(v.string()),
  rows: count,
  credits: count,
  known: count, // Stored before.
  matched: count, // Entered as payments by themselves.
  to_match: count, // Waits for staff.
  taken_back: count, // Debits that take back what was paid.
  payments: v.array(v.object({ ref, name: v.string(), amount_cents: count })), // Those that are entered.
  problems: v.array(v.string()), // Sentences.
});

/** Which column is which? Asked of a layout nobody knows, or only the order of day and month. */
export const unknownLayoutSchema = v.object({
  columns: v.array(v.string()), // Their headings.
  sample: v.array(v.array(v.string())), // The first rows.
  only_order: v.exactOptional(v.literal(true)), // The columns are known: `?order=` is enough.
});

export type BankImport = v.InferOutput<typeof bankImportSchema>;
export type UnknownLayout = v.InferOutput<typeof unknownLayoutSchema>;

export const dayOrders = ["dmy", "mdy", "ymd"] as const;

/** How many payments of the statement were entered, and how many wait. The same call again says the same. */
export const bankConfirmedSchema = v.object({ matched: count, to_match: count });
export type BankConfirmed = v.InferOutput<typeof bankConfirmedSchema>;

/** At most 500 rows each. */
export const moneySchema = v.object({
  short: v.array(v.object(owed)),
  over: v.array(v.object(owed)),
  late: v.array(v.object({ ...owed, are_items_free: v.boolean() })),
  to_refund: v.array(v.object(owed)),
  to_match: v.array(waitingLineSchema),
  taken_back: v.array(v.object({ ...owed, ...taken })),
  more: v.boolean(), // A list has more rows than are shown.
});
export type MoneyLists = v.InferOutput<typeof moneySchema>;

/** What a sum of GST is made of. What went back is negative, so that rows add up to the sums. */
const gstRowSchema = v.object({
  document: v.string(), // Of a payment: the last invoice of its order.
  method: v.nullable(v.string()), // Of a payment; null for a document.
  ref,
  day: v.string(), // In New Zealand.
  cents: v.number(),
  gst_cents: v.number(),
});

const gstSumsSchema = v.object({
  sales_cents: v.number(),
  credits_cents: v.number(), // What went back, as a positive amount.
  gst_cents: v.number(), // Of the sales, less that of the credits.
  rows: v.array(gstRowSchema),
});

/** A period's GST by what was paid in it, and by what was invoiced in it. Days are inclusive, in New Zealand time. */
export const gstSchema = v.object({ payments: gstSumsSchema, invoices: gstSumsSchema });
export type Gst = v.InferOutput<typeof gstSchema>;
export type GstSums = v.InferOutput<typeof gstSumsSchema>;
export type GstRow = v.InferOutput<typeof gstRowSchema>;

/** How the accountant takes it: for Xero, or plain with ISO dates. */
export const accountsFormats = ["xero", "csv"] as const;
export type AccountsFormat = (typeof accountsFormats)[number];
