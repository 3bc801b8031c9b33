import * as v from "valibot";

import { deliveryWayRows, wayOf } from "./delivery-ways.ts";
import { freightText } from "./freight.ts";
import { type Cents, gstIn } from "./money.ts";
import {
  type Freight,
  fromMachine,
  lineCents,
  type QuoteContent,
  type QuoteLine,
  traderSchema,
} from "./quote.ts";

export const documentKinds = ["invoice", "credit"] as const;
export type DocumentKind = (typeof documentKinds)[number];

const prefixes = { invoice: "INV", credit: "CN" } as const;

/** For example "INV-1001" and "CN-1001": each kind has its own series without gaps. */
export function documentNumber(kind: DocumentKind, serial: number): string {
  return `${prefixes[kind]}-${serial}`;
}

const lineSchema = v.object({
  text: v.string(),
  facts: v.string(), // Grade, machine, evidence; empty if there are none.
  quantity: v.number(),
  unit_cents: v.number(),
  cents: v.number(),
});
export type DocumentLine = v.InferOutput<typeof lineSchema>;

/**
 * An invoice or a credit note, except the customer, whom the order has (GST Act 1985, section 19E). Amounts of a credit note
 * are taken off.
 */
export const documentContentSchema = v.object({
  kind: v.picklist(documentKinds),
  number: v.string(),
  issued_on: v.string(), // A day in New Zealand.
  reference: v.string(),
  version: v.number(), // The quote's.
  business: traderSchema,
  lines: v.array(lineSchema),
  total_cents: v.number(),
  gst_cents: v.number(),
  corrects: v.nullable(v.object({ number: v.string(), issued_on: v.string() })),
});
export type DocumentContent = v.InferOutput<typeof documentContentSchema>;

/** A document in its deal, without its content. */
export interface DealDocument {
  readonly number: string;
  readonly kind: DocumentKind;
  readonly order_id: string;
  readonly total_cents: Cents;
  readonly issued_at: string;
  readonly corrects: string | null; // The number of the invoice that a credit note is for.
}

const titles = { invoice: "Tax invoice", credit: "Credit note" } as const;

/** For example "Tax invoice 1001". */
export function documentTitle({ kind, number }: DocumentContent): string {
  return `${titles[kind]} ${number.replace(/^\D+/, "")}`;
}

interface InvoiceEntry {
  readonly serial: number;
  readonly issued_on: string;
  readonly quote: QuoteContent;
  /** The lines of the quote that were chosen. */
  readonly lines: readonly QuoteLine[];
  readonly total_cents: Cents;
}

export function invoiceContent({
  serial,
  issued_on,
  quote,
  lines,
  total_cents,
}: InvoiceEntry): DocumentContent {
  const { reference, number: version, business, freight } = quote;
  return {
    kind: "invoice",
    number: documentNumber("invoice", serial),
    issued_on,
    reference,
    version,
    business,
    lines: [...lines.map(invoiceLine), freightLine(freight)],
    total_cents,
    gst_cents: gstIn(total_cents),
    corrects: null,
  };
}

function invoiceLine(line: QuoteLine): DocumentLine {
  const { text, grade, quantity, unit_cents, evidence } = line;
  const facts = [
    ...(grade === null ? [] : [`second-hand, grade ${grade}`]),
    ...fromMachine(line),
    ...evidence,
  ];
  return { text, facts: facts.join(", "), quantity, unit_cents, cents: lineCents(line) };
}

function freightLine(freight: Freight): DocumentLine {
  const { cents } = freight;
  return {
    text: deliveryWayRows[wayOf(freight)].onInvoice,
    facts: freightText(freight),
    quantity: 1,
    unit_cents: cents,
    cents,
  };
}

interface CreditEntry {
  readonly serial: number;
  readonly issued_on: string;
  readonly invoice: DocumentContent;
  readonly why: string;
  /** The amount that the invoice stands for without this credit; `cents` are taken off. */
  readonly before: Cents;
  readonly cents: Cents;
}

/**
 * Returns what a credit note takes off an invoice that stands for `standing`, if `back` of the money `held` goes back: too
 * much money needs none. Once nothing is held, the invoice stands for nothing.
 */
export function creditFor({
  held,
  standing,
  back,
}: Readonly<Record<"held" | "standing" | "back", Cents>>): Cents {
  return back >= held ? standing : Math.min(standing, Math.max(0, back - Math.max(0, held - standing)));
}

/** The GST of a credit is the difference of the invoice's, so that all credits add up to it. */
export function creditContent(credited: CreditEntry): DocumentContent {
  const { serial, issued_on, invoice, why, before, cents } = credited;
  const { reference, version, business, number, issued_on: invoicedOn } = invoice;
  return {
    kind: "credit",
    number: documentNumber("credit", serial),
    issued_on,
    reference,
    version,
    business,
    lines: [{ text: why, facts: "", quantity: 1, unit_cents: cents, cents }],
    total_cents: cents,
    gst_cents: gstIn(before) - gstIn(before - cents),
    corrects: { number, issued_on: invoicedOn },
  };
}
