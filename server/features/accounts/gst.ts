import type { DocumentKind } from "#domain/deals/documents.ts";
import type { Gst, GstRow, GstSums } from "#domain/deals/money-wire.ts";
import type { Cents } from "#domain/deals/money.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Query } from "#server/platform/database/database.ts";

import { paymentRows } from "./payment-rows.ts";
import { type DayRange, momentsOf } from "./period.ts";
import { purchasesIn } from "./purchases.ts";

/** Returns the figures of a GST return on both bases, each with the rows that it sums up, and what was bought. */
export async function readGst(db: Query, days: DayRange): Promise<Gst> {
  const purchases = await purchasesIn(db, days);
  return {
    payments: sumsOf(await paymentRows(db, days)),
    invoices: sumsOf(await documentRows(db, days)),
    purchases: purchases.map(({ number, day, gst, cents, credit_cents }) => {
      return { number, day, gst, cents, credit_cents };
    }),
  };
}

function sumsOf(rows: GstRow[]): GstSums {
  const sum = (some: readonly Cents[]) => some.reduce((total, cents) => total + cents, 0);
  return {
    sales_cents: sum(rows.map(({ cents }) => Math.max(0, cents))),
    credits_cents: sum(rows.map(({ cents }) => Math.max(0, -cents))),
    gst_cents: sum(rows.map(({ gst_cents: cents }) => cents)),
    overpaid_cents: sum(rows.map(({ overpaid_cents: cents = 0 }) => cents)),
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
