import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { Customer } from "#server/features/deals/orders/order-customer.ts";
import type { Services } from "#server/services/services.ts";

import { documentPdf } from "./pdf.ts";
import type { IssuedDocument } from "./read-document.ts";

type Context = Pick<Services, "database" | "linkKeys">;

const contextOf = (number: string) => `PDF of ${number}`;

/**
 * The PDF of a document. It is made once, because that holds everybody up, and kept until the enquiry is erased; sealed,
 * because it names the buyer. `otherwise`: whom it names if the buyer cannot be read.
 */
export async function keptPdf(
  context: Context,
  document: IssuedDocument,
  otherwise: Customer | null = null,
): Promise<Buffer> {
  const { content, customer } = document;
  if (customer === null) return documentPdf(content, otherwise);
  const kept = await readPdf(context, content.number);
  if (kept !== null) return kept;
  const pdf = await documentPdf(content, customer);
  // Without room on the disk, whoever asks gets it all the same.
  await keepPdf(context, document, pdf).catch(() => {});
  return pdf;
}

async function readPdf({ database, linkKeys }: Context, number: string): Promise<Buffer | null> {
  const pdfs = database.reader.selectFrom("document_pdfs").select("sealed").where("number", "=", number);
  const row = await pdfs.executeTakeFirst();
  return row === undefined ? null : linkKeys.unsealBytes(row.sealed, contextOf(number));
}

/** Not of an erased enquiry. */
function keepPdf({ database, linkKeys }: Context, document: IssuedDocument, pdf: Buffer): Promise<void> {
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
