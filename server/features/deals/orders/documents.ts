import { createHash } from "node:crypto";

import canonicalize from "canonicalize";
import * as v from "valibot";

import type { Order } from "#domain/deals/deal.ts";
import {
  creditContent,
  type DocumentContent,
  documentContentSchema,
  type DocumentKind,
  documentKinds,
  documentNumber,
  invoiceContent,
} from "#domain/deals/documents.ts";
import type { Cents } from "#domain/deals/money.ts";
import type { QuoteContent, QuoteLine } from "#domain/deals/quote.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { RowWork } from "#server/features/deals/deal/change-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { DocumentRow } from "#server/platform/database/money-tables.ts";

/** Returns the last of the next `count` invoice numbers. There are no gaps: others wait until this transaction ends. */
export async function takeInvoiceNumbers(tx: Query, first: number, count = 1): Promise<number> {
  const before = first - 1;
  await tx
    .insertInto("document_numbers")
    .values(documentKinds.map((kind) => ({ kind, last: before })))
    .onConflict((known) => known.column("kind").doNothing())
    .execute();
  return takeNumbers(tx, "invoice", count);
}

/** Throws if the series has not been started. */
export async function takeNumbers(tx: Query, kind: DocumentKind, count: number): Promise<number> {
  const { last } = await tx
    .updateTable("document_numbers")
    .set((row) => ({ last: row("last", "+", count) }))
    .where("kind", "=", kind)
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

/** Issues the invoice of an order whose number was taken in this transaction. */
export async function issueInvoice(
  work: RowWork,
  order: Order,
  quote: QuoteContent,
  lines: readonly QuoteLine[],
): Promise<void> {
  const { invoice_number: serial, total_cents } = order;
  const content = invoiceContent({ serial, issued_on: nzDate(work.at), quote, lines, total_cents });
  await insertDocument(work, order, serial, content);
}

/** Issues the invoice of a revived order: the credited one, with the order's new number. */
export async function issueInvoiceAgain(work: RowWork, order: Order, credited: number): Promise<void> {
  const { invoice_number: serial } = order;
  const number = documentNumber("invoice", serial);
  const before = await documentContent(work.tx, documentNumber("invoice", credited));
  await insertDocument(work, order, serial, { ...before, number, issued_on: nzDate(work.at) });
}

/** Takes `cents` off an invoice, of the `before` that it stands for. Returns the number of the credit note. */
export async function issueCredit(
  work: RowWork,
  order: Order,
  { before, cents, why }: { before: Cents; cents: Cents; why: string },
): Promise<string> {
  const invoice = await documentContent(work.tx, documentNumber("invoice", order.invoice_number));
  const serial = await takeNumbers(work.tx, "credit", 1);
  const content = creditContent({ serial, issued_on: nzDate(work.at), invoice, why, before, cents });
  await insertDocument(work, order, serial, content);
  return content.number;
}

async function documentContent(db: Query, number: string): Promise<DocumentContent> {
  const documents = db.selectFrom("documents").select("content").where("number", "=", number);
  return readContent((await documents.executeTakeFirstOrThrow()).content);
}

export function readContent(content: string): DocumentContent {
  return v.parse(documentContentSchema, JSON.parse(content));
}

/** Stores the content in canonical form (RFC 8785), so that anybody can compute its hash. */
async function insertDocument(
  { tx, at }: RowWork,
  { id, ref_number }: Order,
  serial: number,
  content: DocumentContent,
): Promise<void> {
  const { kind, number, total_cents, gst_cents, corrects } = content;
  const text = canonicalize(content) ?? "";
  const row: DocumentRow = {
    number,
    kind,
    serial,
    order_id: id,
    ref_number,
    content: text,
    content_hash: createHash("sha256").update(text).digest("hex"),
    total_cents,
    gst_cents,
    issued_at: at.toISOString(),
    corrects: corrects?.number ?? null,
  };
  await tx.insertInto("documents").values(row).execute();
}
