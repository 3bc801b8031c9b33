import { statesWhere } from "#domain/deals/order.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { moveQuietly } from "#server/features/deals/orders/change-order.ts";
import type { Query } from "#server/platform/database/database.ts";

import { emptyTables } from "./person-tables.ts";

/** An order that was cancelled with its enquiry, and the money that it holds. */
export interface CancelledOrder {
  readonly ref_number: string;
  readonly invoice_number: number;
  readonly paid_cents: number;
}

/**
 * Cancels orders that have not been sent. Once their enquiry is gone, nobody could cancel or send them: their parts would
 * stay on hold, and their payments would appear in no list.
 */
export async function cancelUnsentOrders(
  tx: Query,
  references: readonly string[],
  at: Date,
): Promise<CancelledOrder[]> {
  if (references.length === 0) return [];
  const theirs = tx.selectFrom("orders").selectAll().where("ref_number", "in", references);
  const unsent = theirs.where(
    "state",
    "in",
    statesWhere(({ isUnsent }) => isUnsent === true),
  );
  const cancelled: CancelledOrder[] = [];
  for (const order of await unsent.orderBy("invoice_number").execute()) {
    await moveQuietly({ tx, at }, order, { state: "cancelled" });
    const { ref_number, invoice_number } = order;
    const payments = await paymentsOf(tx, order.id);
    const paid_cents = payments.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
    cancelled.push({ ref_number, invoice_number, paid_cents });
  }
  return cancelled;
}

/** Orders whose last change or payment is before `boundary`, oldest first, with all that belongs to them. */
export async function removeOrders(tx: Query, boundary: Date, atMost: number): Promise<number> {
  const before = boundary.toISOString();
  const paidSince = tx.selectFrom("payments").select("order_id").where("at", ">=", before);
  const old = await tx
    .selectFrom("orders")
    .select(["id", "ref_number"])
    .where("changed_at", "<", before)
    .where("id", "not in", paidSince)
    .orderBy("invoice_number")
    .limit(atMost)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  for (const table of ["parcels", "payments", "order_items"] as const)
    await tx.deleteFrom(table).where("order_id", "in", ids).execute();
  await tx.deleteFrom("orders").where("id", "in", ids).execute();
  await releaseRequests(tx, [...new Set(old.map(({ ref_number: reference }) => reference))]);
  return ids.length;
}

/** Their requests are no longer kept for an order; of requests that are gone, the quotes go. */
async function releaseRequests(tx: Query, references: readonly string[]): Promise<void> {
  const { table } = quoteRequest;
  const others = await tx
    .selectFrom("orders")
    .select("ref_number")
    .where("ref_number", "in", references)
    .execute();
  const left = new Set(others.map(({ ref_number: reference }) => reference));
  const free = references.filter((reference) => !left.has(reference));
  if (free.length === 0) return;
  await tx.updateTable(table).set({ order_placed: false }).where("ref_number", "in", free).execute();
  const known = await tx.selectFrom(table).select("ref_number").where("ref_number", "in", free).execute();
  const requested = new Set(known.map(({ ref_number: reference }) => reference));
  await emptyTables(
    tx,
    free.filter((reference) => !requested.has(reference)),
  );
}

/** An order that outlives its enquiry. */
export interface KeptOrder {
  readonly ref_number: string;
  readonly invoice_number: number;
  readonly changed_at: string;
}

export async function ordersOf(db: Query, references: readonly string[]): Promise<KeptOrder[]> {
  if (references.length === 0) return [];
  return db
    .selectFrom("orders")
    .select(["ref_number", "invoice_number", "changed_at"])
    .where("ref_number", "in", references)
    .orderBy("invoice_number")
    .execute();
}
