import { sql } from "kysely";

import { owedCents } from "#domain/deals/deal-state.ts";
import type { Order } from "#domain/deals/deal.ts";
import type { MoneyLists } from "#domain/deals/money-wire.ts";
import { type OrderState, orderStates } from "#domain/deals/order.ts";
import type { Query } from "#server/platform/database/database.ts";

import { suggestOrders } from "./suggest-orders.ts";

const rowsMost = 500;

interface UnsettledOrder extends Pick<
  Order,
  "id" | "ref_number" | "invoice_number" | "total_cents" | "paid_cents" | "credited_cents"
> {
  readonly since: string | null;
  /** The customer's name, unless the order has outlived its record. */
  readonly name: string | null;
}

const owed = sql<number>`total_cents - credited_cents - paid_cents`;

/** Returns the money that waits for staff: each list with its oldest 500 rows. */
export async function readMoneyLists(db: Query): Promise<MoneyLists> {
  const short = await unsettled(db, "due", sql<boolean>`${owed} > 0`);
  const over = await unsettled(db, "due", sql<boolean>`${owed} < 0`);
  const late = await unsettled(db, "late");
  const toRefund = await unsettled(db, "to_refund", sql<boolean>`paid_cents > 0`);
  const takenBack = await takenFrom(db);
  const foreign = await inOtherCurrencies(db);
  const waiting = await waitingLines(db);
  const taken = await ordersWithTakenItems(db, late.slice(0, rowsMost));
  const lines = waiting.slice(0, rowsMost);
  const suggestions = await suggestOrders(db, lines);
  const others = [
    ...over.map((order) => ({ ...rowOf(order), amount_cents: -owedCents(order) })),
    ...foreign.map(({ cents, currency, ...order }) => ({ ...rowOf(order), amount_cents: cents, currency })),
  ];
  const lists = {
    short: short.map((order) => ({ ...rowOf(order), amount_cents: owedCents(order) })),
    over: others,
    late: late.map((order) => ({
      ...rowOf(order),
      amount_cents: order.paid_cents,
      are_items_free: !taken.has(order.id),
    })),
    to_refund: toRefund.map((order) => ({ ...rowOf(order), amount_cents: order.paid_cents })),
    taken_back: takenBack.map(({ amount_cents, why, due_on: by, ...order }) => ({
      ...rowOf(order),
      amount_cents,
      why,
      by,
    })),
  };
  return {
    short: lists.short.slice(0, rowsMost),
    over: lists.over.slice(0, rowsMost),
    late: lists.late.slice(0, rowsMost),
    to_refund: lists.to_refund.slice(0, rowsMost),
    taken_back: lists.taken_back.slice(0, rowsMost),
    to_match: lines.map(({ id: line, ...row }) => ({
      line,
      ...row,
      suggestions: suggestions.get(line) ?? [],
    })),
    more: [...Object.values(lists), waiting].some((list) => list.length > rowsMost),
  };
}

function rowOf({ ref_number: ref, since, invoice_number, name }: UnsettledOrder) {
  const gone = name === null ? { is_record_gone: true as const } : {};
  return { ref, since: since ?? "", invoice_number, name, ...gone };
}

const named = (db: Query) =>
  db
    .selectFrom("orders")
    .leftJoin("quote_requests", "quote_requests.ref_number", "orders.ref_number")
    .select(["orders.id", "orders.ref_number", "total_cents", "paid_cents", "credited_cents"])
    .select(["invoice_number", "quote_requests.full_name as name"]);

/** Returns unsettled orders, plus one to know whether there are more. */
async function unsettled(
  db: Query,
  money: (typeof orderStates)[OrderState]["money"],
  condition = sql<boolean>`1 = 1`,
): Promise<UnsettledOrder[]> {
  const states = Object.entries(orderStates).filter(([, state]) => state.money === money);
  const rows = await named(db)
    .select((order) =>
      order
        .selectFrom("payments")
        .select(({ fn }) => fn.max("at").as("at"))
        .whereRef("payments.order_id", "=", "orders.id")
        .$castTo<{ at: string }>()
        .as("since"),
    )
    .where(sql<boolean>`orders.is_unsettled`) // Worded as in the index: a parameter would not use it.
    .where(
      sql`orders.state || ''`, // Avoids the index of states: most orders are closed.
      "in",
      states.map(([state]) => state),
    )
    .where(condition)
    .orderBy("orders.changed_at")
    .orderBy("orders.id")
    .limit(rowsMost + 1)
    .execute();
  return rows.toSorted((one, other) => ((one.since ?? "") < (other.since ?? "") ? -1 : 1));
}

/** Such money never counts in a balance. */
async function inOtherCurrencies(db: Query) {
  return named(db)
    .innerJoin("payments", "payments.order_id", "orders.id")
    .select(["payments.currency", sql<number>`cast(sum(payments.amount_cents) as bigint)`.as("cents")])
    .select(({ fn }) => fn.max("payments.at").as("since"))
    .where(sql<boolean>`payments.currency <> 'NZD'`)
    .groupBy(["orders.id", "orders.ref_number", "total_cents", "paid_cents", "credited_cents"])
    .groupBy(["invoice_number", "quote_requests.full_name", "payments.currency"])
    .having(sql<boolean>`sum(payments.amount_cents) <> 0`)
    .orderBy("since")
    .limit(rowsMost + 1)
    .execute();
}

function takenFrom(db: Query) {
  return named(db)
    .innerJoin("taken_back", "taken_back.order_id", "orders.id")
    .select(["taken_back.amount_cents", "why", "due_on", "taken_back.at as since"])
    .where("seen_at", "is", null)
    .orderBy("taken_back.at")
    .orderBy("taken_back.id")
    .limit(rowsMost + 1)
    .execute();
}

function waitingLines(db: Query) {
  return db
    .selectFrom("bank_lines")
    .select(["id", "day", "amount_cents", "text"])
    .where(sql<boolean>`state = 'waiting'`)
    .orderBy("day")
    .orderBy("id")
    .limit(rowsMost + 1)
    .execute();
}

/** Returns the ids of orders that held a part which another order holds now. */
async function ordersWithTakenItems(db: Query, orders: readonly UnsettledOrder[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const ids = orders.map(({ id }) => id);
  const taken = await db
    .selectFrom("order_items as own")
    .innerJoin("order_items as other", "other.item_label", "own.item_label")
    .select("own.order_id")
    .where("own.order_id", "in", ids)
    .where("other.held", "=", true)
    .whereRef("other.order_id", "<>", "own.order_id")
    .execute();
  return new Set(taken.map(({ order_id: id }) => id));
}
