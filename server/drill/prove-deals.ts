import { createHash } from "node:crypto";

import * as v from "valibot";

import { dealEndpoints, dealSchema } from "#domain/deals/deal-wire.ts";
import { BadBackup } from "#server/features/backup/backup-format.ts";
import { openCustomer } from "#server/features/deals/orders/order-customer.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

/** Sent quotes are unchanged, invoice numbers go on without a repetition, and buyers and links can be read. */
export async function proveDeals({ database, linkKeys }: Services): Promise<void> {
  const db = database.reader;
  const versions = await db.selectFrom("quote_versions").select(["content", "content_hash"]).execute();
  const isSame = ({ content, content_hash: hash }: { content: string; content_hash: string }) =>
    createHash("sha256").update(content).digest("hex") === hash;
  if (!versions.every(isSame)) throw new BadBackup("A quote is not the one that was sent.");
  await assertInvoiceNumbers(db);
  const orders = await db.selectFrom("orders").select(["id", "customer"]).execute();
  try {
    for (const order of orders) openCustomer({ linkKeys }, order);
  } catch {
    throw new BadBackup("LINK_SECRET is not the one that the backup was made with: it opens no order.");
  }
}

async function assertInvoiceNumbers(db: Query): Promise<void> {
  const { newest } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.max<number | null>("invoice_number").as("newest"))
    .executeTakeFirstOrThrow();
  const counters = db.selectFrom("document_numbers").select("last").where("kind", "=", "invoice");
  const counter = (await counters.executeTakeFirst())?.last ?? null;
  if (newest === null || (counter !== null && counter >= newest)) return;
  throw new BadBackup(`The next invoice number follows ${counter ?? "none"}, but the newest is ${newest}.`);
}

/** The newest order whose request is still there, as staff open it over HTTP. */
export async function openNewestDeal({ database }: Services, origin: string, cookie: string): Promise<void> {
  const newest = await database.reader
    .selectFrom("orders")
    .innerJoin("quote_requests as request", "request.ref_number", "orders.ref_number")
    .select(["orders.ref_number", "orders.invoice_number"])
    .orderBy("orders.invoice_number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return;
  const { ref_number: reference, invoice_number: number } = newest;
  const response = await fetch(`${origin}${dealEndpoints.quote}?ref=${reference}`, { headers: { cookie } });
  const deal = v.safeParse(dealSchema, await response.json());
  if (deal.success && deal.output.order?.invoice_number === number) return;
  throw new BadBackup(`The deal ${reference} cannot be opened.`);
}
