import type * as v from "valibot";

import { type Carrier, trackingLink } from "#domain/deals/carriers.ts";
import type { DealOrder, moneySchema, parcelSchema } from "#domain/deals/deal-wire.ts";
import { type OrderState, orderStates, statesWhere } from "#domain/deals/order.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow, ParcelRow } from "#server/platform/database/deal-tables.ts";

import { areItemsFree } from "./order-items.ts";

export function orderForDesk(order: OrderRow, balanceCents: number): DealOrder {
  const { id, state, invoice_number: number, total_cents, pay_by } = order;
  const owed = { total_cents, balance_cents: balanceCents, pay_by };
  return { id, state, invoice_number: number, ...owed, payment_code: paymentCode(number) };
}

export function parcelForDesk(
  parcel: ParcelRow,
  known: readonly Carrier[],
): v.InferOutput<typeof parcelSchema> {
  const { id, carrier, tracking, state, sent_at, delivered_at } = parcel;
  const url = trackingLink(known, carrier, tracking);
  return { id, carrier, tracking, url, state, sent_at, delivered_at };
}

type MoneyLists = v.InferOutput<typeof moneySchema>;

interface Settled {
  readonly id: string;
  readonly ref_number: string;
  readonly state: OrderState;
  readonly total_cents: number;
  readonly paid_cents: number;
  readonly since: string;
  readonly invoice_number: number;
  /** Null if the order has outlived its record. */
  readonly name: string | null;
}

/** Money that waits for staff: orders paid in part or too much, lapsed and cancelled orders that hold money. */
export async function readMoneyLists(db: Query): Promise<MoneyLists> {
  const lists: MoneyLists = { short: [], over: [], late: [], to_refund: [] };
  for (const order of await unsettledOrders(db)) {
    const { ref_number: ref, invoice_number, name, since, total_cents: total, paid_cents: paid } = order;
    const gone = name === null ? { is_record_gone: true as const } : {};
    const line = { ref, since, invoice_number, name, ...gone };
    const { money } = orderStates[order.state];
    if (money === "late") {
      const are_items_free = await areItemsFree(db, order.id);
      lists.late.push({ ...line, amount_cents: paid, are_items_free });
    } else if (money === "to_refund") lists.to_refund.push({ ...line, amount_cents: paid });
    else if (paid < total) lists.short.push({ ...line, amount_cents: total - paid });
    else lists.over.push({ ...line, amount_cents: paid - total });
  }
  return lists;
}

const ended = statesWhere(({ money }) => money !== "due");

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
          fn.max("at").as("since"),
        ])
        .groupBy("order_id")
        .as("paid"),
      "paid.order_id",
      "orders.id",
    )
    .leftJoin("quote_requests", "quote_requests.ref_number", "orders.ref_number")
    .select(["orders.id", "orders.ref_number", "state", "total_cents", "paid_cents", "since"])
    .select(["invoice_number", "quote_requests.full_name as name"])
    .where((order) =>
      order.or([
        order.and([order("state", "in", ended), order("paid_cents", "<>", 0)]),
        order.and([order("state", "not in", ended), order("paid_cents", "<>", order.ref("total_cents"))]),
      ]),
    )
    .orderBy("since")
    .orderBy("orders.id")
    .execute();
}
