import { isOverdue, owedCents } from "#domain/deals/deal-state.ts";
import type { Order } from "#domain/deals/deal.ts";
import { type Cents } from "#domain/deals/money.ts";
import { invoicesOfCode } from "#domain/deals/typed-numbers.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { BankCredit } from "./bank-lines.ts";

export type InvoicedOrder = Pick<
  Order,
  "id" | "ref_number" | "state" | "pay_by" | "total_cents" | "credited_cents" | "paid_cents"
>;

/** Returns true if a payment of `cents` with the order's code pays it beyond doubt. */
export function isPaidBy(order: InvoicedOrder, cents: Cents, now: Date): boolean {
  return order.state === "awaiting_payment" && !isOverdue(order, now) && owedCents(order) === cents;
}

/**
 * Returns the orders that credits pay, by the ids of the credits: a credit names one code, and exactly what is owed came. A
 * second credit for the same order finds nothing owed.
 */
export async function findMatches(
  db: Query,
  credits: readonly Pick<BankCredit, "id" | "codes" | "amount_cents">[],
  now: Date,
): Promise<Map<string, InvoicedOrder>> {
  const invoices = credits.flatMap(({ codes }) => codes.flatMap(invoicesOfCode));
  const orders = await ordersInvoiced(db, invoices);
  const matches = new Map<string, InvoicedOrder>();
  const paid = new Set<string>();
  for (const { id, codes, amount_cents: cents } of credits) {
    const [code] = codes;
    if (code === undefined || codes.length > 1) continue;
    const named = invoicesOfCode(code).flatMap((invoice) => orders.get(invoice) ?? []);
    const [order, second] = named.filter((one) => !paid.has(one.id) && isPaidBy(one, cents, now));
    if (order === undefined || second !== undefined) continue;
    if (order.paid_cents > 0 && (await isByHand(db, order.id, cents))) continue;
    paid.add(order.id);
    matches.set(id, order);
  }
  return matches;
}

/** Staff have entered such a transfer themselves: this may be the same money. */
async function isByHand(db: Query, orderId: string, cents: Cents): Promise<boolean> {
  const payments = db.selectFrom("payments").select("amount_cents").where("order_id", "=", orderId);
  const alike = await payments
    .where("source", "is", null)
    .where("method", "in", ["transfer", "correction"])
    .where("amount_cents", "in", [cents, -cents])
    .execute();
  return alike.reduce((sum, one) => sum + one.amount_cents, 0) > 0;
}

const chunk = 5000;

/** Returns orders by the numbers of all invoices they ever had: a revived order has several. */
export async function ordersInvoiced(
  db: Query,
  invoices: readonly number[],
): Promise<Map<number, InvoicedOrder>> {
  const numbers = db.selectFrom("document_numbers").select("last").where("kind", "=", "invoice");
  const { last } = (await numbers.executeTakeFirst()) ?? { last: 0 };
  const asked = [...new Set(invoices)].filter((invoice) => invoice <= last);
  const found = new Map<number, InvoicedOrder>();
  for (let first = 0; first < asked.length; first += chunk) {
    const rows = await db
      .selectFrom("documents")
      .innerJoin("orders", "orders.id", "documents.order_id")
      .select(["serial", "orders.id", "orders.ref_number", "state", "pay_by"])
      .select(["orders.total_cents", "credited_cents", "paid_cents"])
      .where("kind", "=", "invoice")
      .where("serial", "in", asked.slice(first, first + chunk))
      .execute();
    for (const { serial, ...order } of rows) found.set(serial, order);
  }
  return found;
}
