import { type DocumentKind, documentNumber } from "#domain/deals/documents.ts";
import type { GstRow } from "#domain/deals/money-wire.ts";
import { type Cents, gstIn, nzd } from "#domain/deals/money.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Query } from "#server/platform/database/database.ts";

import { type DayRange, momentsOf } from "./period.ts";

/** Something that changes what an order is invoiced for, or what was paid for it. */
interface MoneyEvent extends Pick<GstRow, "document" | "method" | "ref" | "day"> {
  readonly kind: DocumentKind | "payment";
  readonly order: string;
  readonly at: string;
  readonly cents: Cents;
}

/** Returns the payments of these days with the GST in each, and what of it is overpaid. */
export async function paymentRows(db: Query, days: DayRange): Promise<GstRow[]> {
  const events = [...(await documentsFor(db, days)), ...(await paymentsFor(db, days))];
  const byOrder = Map.groupBy(events, ({ order }) => order);
  const rows = [...byOrder.values()].flatMap((own) => [...countedRows(own)]);
  return rows
    .filter(({ event: { day } }) => day >= days.from && day <= days.to)
    .toSorted((one, other) => inOrder(placeOf(one.event), placeOf(other.event)))
    .map(({ event, counted: cents, overpaid }) => {
      const { document, method, ref, day } = event;
      const gst_cents = Math.sign(cents) * gstIn(Math.abs(cents));
      const rest = overpaid === 0 ? {} : { overpaid_cents: overpaid };
      return { document, method, ref, day, cents, gst_cents, ...rest };
    });
}

const placeOf = ({ day, at }: MoneyEvent) => `${day} ${at}`;
const inOrder = (one: string, other: string) => Number(one > other) - Number(one < other);

interface CountedRow {
  readonly event: MoneyEvent;
  readonly counted: Cents; // For what was invoiced.
  readonly overpaid: Cents;
}

/**
 * Walks through the events of one order. Money counts as far as the invoice stands for it when it comes. What is overpaid
 * goes back first, and counts if a later invoice asks for it: the order was revived.
 */
function* countedRows(events: readonly MoneyEvent[]): Generator<CountedRow> {
  let [standing, counted, overpaid] = [0, 0, 0];
  // The documents of a moment come before its payments.
  for (const event of events.toSorted((one, other) => inOrder(one.at, other.at))) {
    const { kind, cents } = event;
    if (kind === "credit") standing -= cents;
    if (kind === "invoice") standing += cents;
    const isLess = kind === "payment" && cents < 0;
    const free = overpaid + (kind === "payment" ? cents : 0);
    const takes = isLess ? Math.min(0, free) : Math.min(free, Math.max(0, standing - counted));
    const row = { event, counted: takes, overpaid: free - takes - overpaid };
    counted += takes;
    overpaid += row.overpaid;
    if (kind === "payment" || (kind === "invoice" && takes > 0)) yield row;
  }
}

/** Orders with a payment of these days, or an invoice that may take earlier money. */
function ordersIn(db: Query, { from, to }: DayRange) {
  const { begins, ends } = momentsOf({ from, to });
  const paid = db.selectFrom("payments").select("order_id");
  const issued = db.selectFrom("documents").select("order_id").where("kind", "=", "invoice");
  return paid
    .where("received_on", ">=", from)
    .where("received_on", "<=", to)
    .union(issued.where("issued_at", ">=", begins).where("issued_at", "<", ends));
}

async function documentsFor(db: Query, days: DayRange): Promise<MoneyEvent[]> {
  const documents = await db
    .selectFrom("documents")
    .select(["kind", "number as document", "ref_number as ref", "order_id as order"])
    .select(["issued_at as at", "total_cents as cents"])
    .where("order_id", "in", ordersIn(db, days))
    .orderBy("issued_at")
    .execute();
  return documents.map((row) => ({ ...row, method: "revived", day: nzDate(new Date(row.at)) }));
}

/** Money in another currency never counts: what it is worth in dollars is not known here. */
async function paymentsFor(db: Query, days: DayRange): Promise<MoneyEvent[]> {
  const payments = await db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["payments.amount_cents as cents", "payments.method", "payments.received_on as day"])
    .select(["payments.at", "payments.order_id as order", "orders.ref_number as ref", "invoice_number"])
    .where("payments.order_id", "in", ordersIn(db, days))
    .where("payments.currency", "=", nzd)
    .orderBy("payments.at")
    .orderBy("payments.id")
    .execute();
  return payments.map(({ invoice_number: serial, ...row }) => {
    return { ...row, kind: "payment", document: documentNumber("invoice", serial) };
  });
}
