import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Customer } from "#server/features/deals/orders/order-customer.ts";

import { documentPdf } from "./pdf.ts";
import type { IssuedDocument } from "./read-document.ts";

const contextOf = (number: string) => `PDF of ${number}`;

/**
 * Returns the PDF of a document. It is made once, because that holds everybody up, and kept until the enquiry is erased; it is
 * sealed, because it names the buyer. It names `otherwise` if the buyer cannot be read.
 */
export async function keptPdf(
  context: DealContext,
  document: IssuedDocument,
  otherwise: Customer | null = null,
): Promise<Buffer> {
  const { content, customer } = document;
  if (customer === null) return documentPdf(content, otherwise);
  const kept = await readPdf(context, content.number);
  if (kept !== null) return kept;
  const pdf = await documentPdf(content, customer);
  // A full disk keeps nobody from the PDF.
  await keepPdf(context, document, pdf).catch(() => {});
  return pdf;
}

async function readPdf({ database, linkKeys }: DealContext, number: string): Promise<Buffer | null> {
  const pdfs = database.reader.selectFrom("document_pdfs").select("sealed").where("number", "=", number);
  const row = await pdfs.executeTakeFirst();
  return row === undefined ? null : linkKeys.unsealBytes(row.sealed, contextOf(number));
}

/** Stores nothing for an erased enquiry. */
function keepPdf({ database, linkKeys }: DealContext, document: IssuedDocument, pdf: Buffer): Promise<void> {
  const { reference: ref_number, content } = document;
  const { number } = content;
  return database.write(async (tx) => {
    const records = tx.selectFrom(quoteRequest.table).select("id").where("ref_number", "=", ref_number);
    if ((await records.executeTakeFirst()) === undefined) return;
    const row = { number, ref_number, sealed: linkKeys.sealBytes(pdf, contextOf(number)) };
    const insert = tx.insertInto("document_pdfs").values(row);
    await insert.onConflict((known) => known.doNothing()).execute();
  });
}
