import { sql } from "kysely";

import { readNumbers, type TypedNumbers } from "#domain/deals/typed-numbers.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { forEveryForm } from "./record-table.ts";

const most = 20;
/** "420" is a model more often than an amount. */
const mostIfVague = 5;

/**
 * Returns the numbers of the records that a number in `typed` belongs to: reference, payment code, invoice, amount,
 * tracking number or label of a part. Each look-up reads an index, and a few rows.
 */
export async function recordsNamed(db: Query, submission: Submission, typed: string): Promise<number[]> {
  const numbers = readNumbers(typed);
  const deals = submission.hasDeal === true ? await dealsNamed(db, numbers) : [];
  const references = [...new Set([...numbers.references, ...deals])];
  if (references.length === 0) return [];
  const records = forEveryForm(db).selectFrom(submission.table).select("number");
  const found = await records.where("ref_number", "in", references).execute();
  return found.map(({ number }) => number);
}

async function dealsNamed(db: Query, numbers: TypedNumbers): Promise<string[]> {
  const { invoices, codes, cents, isVague } = numbers;
  const found = [
    ...(invoices.length > 0 ? await byInvoice(db, invoices) : []),
    ...(codes.length > 0 ? await byCode(db, codes) : []),
    ...(cents === null ? [] : await byAmount(db, cents, isVague ? mostIfVague : most)),
  ];
  return found.map(({ ref_number: reference }) => reference);
}

type References = Promise<{ readonly ref_number: string }[]>;

function byInvoice(db: Query, invoices: readonly number[]): References {
  return db.selectFrom("orders").select("ref_number").where("invoice_number", "in", invoices).execute();
}

/** As `compactCode` writes it, and migration 035 indexes it. */
const compacted = (column: string) =>
  sql<string>`upper(replace(replace(${sql.ref(column)}, ' ', ''), '-', ''))`;

async function byCode(db: Query, codes: readonly string[]): References {
  const orders = db.selectFrom("orders").select("ref_number").limit(most);
  const parcels = orders
    .innerJoin("parcels", "parcels.order_id", "orders.id")
    .where("parcels.state", "<>", "removed");
  const items = orders.innerJoin("order_items", "order_items.order_id", "orders.id");
  return [
    ...(await parcels.where(compacted("tracking"), "in", codes).execute()),
    ...(await items.where(compacted("item_label"), "in", codes).execute()),
  ];
}

/** The newest orders of this total, payments of it, and orders that wait for the rest of it. */
async function byAmount(db: Query, cents: number, atMost: number): References {
  const orders = db.selectFrom("orders").select("ref_number").limit(atMost);
  const payments = orders.innerJoin("payments", "payments.order_id", "orders.id");
  const paid = sql<number>`(select sum(amount_cents) from payments where order_id = orders.id)`;
  return [
    ...(await orders.where("total_cents", "=", cents).orderBy("approved_at", "desc").execute()),
    ...(await payments.where("amount_cents", "=", cents).orderBy("payments.at", "desc").execute()),
    ...(await orders
      .where("state", "=", "awaiting_payment")
      .where("total_cents", ">", cents)
      .where(sql`total_cents - ${paid}`, "=", cents)
      .execute()),
  ];
}
