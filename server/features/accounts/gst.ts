import { type DocumentKind, documentNumber } from "#domain/deals/documents.ts";
import type { GstRow, GstSums } from "#domain/deals/money-wire.ts";
import { type Cents, gstIn, nzd } from "#domain/deals/money.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Query } from "#server/platform/database/database.ts";

import { type DayRange, momentsOf } from "./period.ts";

/** Returns the figures of a GST return on both bases, each with the rows that it sums up. */
export async function readGst(db: Query, days: DayRange): Promise<Record<"payments" | "invoices", GstSums>> {
  return { payments: sumsOf(await paymentRows(db, days)), invoices: sumsOf(await documentRows(db, days)) };
}

function sumsOf(rows: GstRow[]): GstSums {
  const sum = (some: readonly Cents[]) => some.reduce((total, cents) => total + cents, 0);
  return {
    sales_cents: sum(rows.map(({ cents }) => Math.max(0, cents))),
    credits_cents: sum(rows.map(({ cents }) => Math.max(0, -cents))),
    gst_cents: sum(rows.map(({ gst_cents: cents }) => cents)),
    rows,
  };
}

/** A document's GST is the one printed on it. */
async function documentRows(db: Query, days: DayRange): Promise<GstRow[]> {
  const { begins, ends } = momentsOf(days);
  const documents = await db
    .selectFrom("documents")
    .select(["number", "kind", "ref_number", "issued_at", "total_cents", "gst_cents"])
    .where("issued_at", ">=", begins)
    .where("issued_at", "<", ends)
    .orderBy("issued_at")
    .orderBy("number")
    .execute();
  return documents.map(({ number, kind, ref_number: ref, issued_at: at, total_cents, gst_cents }) => {
    const sign = signOf(kind);
    const amounts = { cents: sign * total_cents, gst_cents: sign * gst_cents };
    return { document: number, method: null, ref, day: nzDate(new Date(at)), ...amounts };
  });
}

export function signOf(kind: DocumentKind): 1 | -1 {
  return kind === "credit" ? -1 : 1;
}

/** Money in another currency never counts: what it is worth in dollars is not known here. */
async function paymentRows(db: Query, { from, to }: DayRange): Promise<GstRow[]> {
  const payments = await db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["payments.amount_cents as cents", "payments.method", "payments.received_on as day"])
    .select(["orders.ref_number as ref", "orders.invoice_number"])
    .where("payments.received_on", ">=", from)
    .where("payments.received_on", "<=", to)
    .where("payments.currency", "=", nzd)
    .orderBy("payments.received_on")
    .orderBy("payments.at")
    .orderBy("payments.id")
    .execute();
  return payments.map(({ invoice_number: serial, cents, ...payment }) => ({
    document: documentNumber("invoice", serial),
    ...payment,
    cents,
    gst_cents: Math.sign(cents) * gstIn(Math.abs(cents)),
  }));
}
