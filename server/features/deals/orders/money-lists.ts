import type * as v from "valibot";

import type { moneySchema } from "#domain/deals/deal-wire.ts";
import { heldCents } from "#domain/deals/money.ts";
import type { OrderState } from "#domain/deals/stage.ts";
import { owedOf } from "#server/features/deals/deal/deal-state.ts";
import type { Query } from "#server/platform/database/database.ts";

type MoneyLists = v.InferOutput<typeof moneySchema>;

interface Settled {
  readonly ref_number: string;
  readonly state: OrderState;
  readonly total_cents: number;
  readonly paid_cents: number;
  readonly goodwill_cents: number | null;
  readonly since: string;
  readonly invoice_number: number;
  /** Null if the order has outlived its record. */
  readonly name: string | null;
}

/** Money that waits for staff: orders paid in part or too much, lapsed and cancelled orders that hold money. */
export async function readMoneyLists(db: Query): Promise<MoneyLists> {
  const lists: MoneyLists = { short: [], over: [], late: [], to_refund: [] };
  for (const order of await unsettledOrders(db)) {
    const { ref_number: ref, state, total_cents: total, paid_cents: paid, since, name } = order;
    const { invoice_number } = order;
    const sums = { paid, goodwill: order.goodwill_cents ?? 0 };
    const owed = owedOf(total, sums);
    const held = heldCents(sums);
    const gone = name === null ? { is_record_gone: true as const } : {};
    const note = (list: keyof MoneyLists, amount_cents: number) => {
      if (amount_cents !== 0) lists[list].push({ ref, amount_cents, since, invoice_number, name, ...gone });
    };
    if (state === "cancelled") note("to_refund", held);
    else if (state === "lapsed") note("late", held);
    else if (owed > 0) note("short", owed);
    else note("over", -owed);
  }
  return lists;
}

/** Oldest first: of orders with payments, those whose money is not what it should be. */
function unsettledOrders(db: Query): Promise<Settled[]> {
  return db
    .selectFrom("orders")
    .innerJoin(
      db
        .selectFrom("payments")
        .select(({ fn }) => [
          "order_id",
          fn.sum<number>("amount_cents").as("paid_cents"),
          fn.sum<number | null>("amount_cents").filterWhere("method", "=", "goodwill").as("goodwill_cents"),
          fn.max("at").as("since"),
        ])
        .groupBy("order_id")
        .as("paid"),
      "paid.order_id",
      "orders.id",
    )
    .leftJoin("quote_requests", "quote_requests.ref_number", "orders.ref_number")
    .select(["orders.ref_number", "state", "total_cents", "paid_cents", "goodwill_cents", "since"])
    .select(["invoice_number", "quote_requests.full_name as name"])
    .where((order) =>
      order.or([
        order.and([order("state", "in", ["cancelled", "lapsed"]), order("paid_cents", "<>", 0)]),
        order.and([
          order("state", "not in", ["cancelled", "lapsed"]),
          order("paid_cents", "<>", order.ref("total_cents")),
        ]),
      ]),
    )
    .orderBy("since")
    .orderBy("orders.id")
    .execute();
}
