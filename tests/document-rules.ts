import { createHash } from "node:crypto";

import { standingCents } from "#domain/deals/deal-state.ts";
import { documentNumber } from "#domain/deals/documents.ts";
import { nzd } from "#domain/deals/money.ts";
import { readContent } from "#server/features/deals/orders/documents.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { DocumentRow } from "#server/platform/database/money-tables.ts";

/** What must hold for the documents and the money of all orders at any time; returns what does not. */
export async function documentsBroken(db: Query): Promise<string[]> {
  const documents = await db.selectFrom("documents").selectAll().execute();
  const payments = await db.selectFrom("payments").selectAll().execute();
  const orders = await db.selectFrom("orders").selectAll().execute();
  const broken = documents.flatMap((document) => [
    ...frozenBroken(document),
    ...creditBroken(document, documents),
  ]);
  for (const order of orders) {
    const { id, invoice_number: number, state, paid_cents: paid } = order;
    const own = documents.filter((document) => document.order_id === id);
    const standing = sum(own.map(signedCents));
    const should = standingCents(order);
    if (standing !== should)
      broken.push(`documents of order ${number} (${state}) stand for ${standing}, not ${should}`);
    if (own.findLast(({ number: one }) => one === documentNumber("invoice", number)) === undefined)
      broken.push(`order ${number} has no invoice of its number`);
    const counted = payments.filter((one) => one.order_id === id && one.currency === nzd);
    const received = sum(counted.map(({ amount_cents: cents }) => cents));
    if (received !== paid) broken.push(`order ${number} holds ${paid}, its payments are ${received}`);
  }
  const sources = payments.flatMap(({ source }) => source ?? []);
  if (new Set(sources).size < sources.length) broken.push("money of one source was entered twice");
  return broken;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

const signedCents = ({ kind, total_cents: cents }: DocumentRow) => (kind === "credit" ? -cents : cents);

/** The row says what its content says, and the content is the one that was hashed. */
function frozenBroken(document: DocumentRow): string[] {
  const { number, content, content_hash: hash } = document;
  const said = readContent(document.content);
  const isHashed = createHash("sha256").update(content).digest("hex") === hash;
  const isSame =
    said.number === number &&
    said.kind === document.kind &&
    said.number === documentNumber(document.kind, document.serial) &&
    said.total_cents === document.total_cents &&
    said.gst_cents === document.gst_cents &&
    (said.corrects?.number ?? null) === document.corrects &&
    sum(said.lines.map(({ cents }) => cents)) === document.total_cents;
  return isHashed && isSame ? [] : [`${number} does not say what its content says`];
}

/** No invoice is credited beyond what it says; once all of it is, no GST is left. */
function creditBroken(invoice: DocumentRow, documents: readonly DocumentRow[]): string[] {
  if (invoice.kind === "credit") return [];
  const credits = documents.filter(({ corrects }) => corrects === invoice.number);
  const left = invoice.total_cents - sum(credits.map(({ total_cents: cents }) => cents));
  const gst = invoice.gst_cents - sum(credits.map(({ gst_cents: cents }) => cents));
  const isRight = left > 0 ? gst >= 0 : left === 0 && gst === 0;
  return isRight ? [] : [`of ${invoice.number}, ${left} with ${gst} of GST is left`];
}
