import * as v from "valibot";

import { type Carrier, trackingLink } from "#domain/deals/carriers.ts";
import type { DealOrder, parcelSchema } from "#domain/deals/deal-wire.ts";
import type { moneySchema, returnSchema } from "#domain/deals/money-wire.ts";
import { type OrderState, orderStates } from "#domain/deals/order.ts";
import { selectionSchema } from "#domain/deals/quote.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { owedCents } from "#server/features/deals/deal/deal-state.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow, ParcelRow } from "#server/platform/database/deal-tables.ts";
import type { ReturnRow } from "#server/platform/database/money-tables.ts";

import { standingCents } from "./documents.ts";
import { areItemsFree } from "./order-items.ts";

export function orderForDesk(order: OrderRow): DealOrder {
  const { id, state, invoice_number: number, total_cents, pay_by, paid_cents: held_cents } = order;
  const sums = {
    total_cents,
    balance_cents: owedCents(order),
    held_cents,
    standing_cents: standingCents(order),
  };
  const selection = v.parse(selectionSchema, JSON.parse(order.selection));
  return {
    id,
    state,
    invoice_number: number,
    version: order.number,
    selection,
    ...sums,
    pay_by,
    payment_code: paymentCode(number),
  };
}

export function parcelForDesk(
  parcel: ParcelRow,
  known: readonly Carrier[],
): v.InferOutput<typeof parcelSchema> {
  const { id, carrier, tracking, state, sent_at, delivered_at } = parcel;
  const url = trackingLink(known, carrier, tracking);
  return { id, carrier, tracking, url, state, sent_at, delivered_at };
}

export function returnForDesk(row: ReturnRow): v.InferOutput<typeof returnSchema> {
  const { id, kind, lines, words, state, at } = row;
  return { id, kind, lines: v.parse(lineIds, JSON.parse(lines)), words, state, at };
}

const lineIds = v.array(v.string());

type MoneyLists = v.InferOutput<typeof moneySchema>;

interface Settled {
  readonly id: string;
  readonly ref_number: string;
  readonly state: OrderState;
  readonly total_cents: number;
  readonly paid_cents: number;
  readonly credited_cents: number;
  readonly since: string | null;
  readonly invoice_number: number;
  /** Null if the order has outlived its record. */
  readonly name: string | null;
}

/** Money that waits for staff: orders paid in part or too much, lapsed and cancelled orders that hold money. */
export async function readMoneyLists(db: Query): Promise<MoneyLists> {
  const lists: MoneyLists = { short: [], over: [], late: [], to_refund: [], to_match: [], more: false };
  for (const order of await unsettledOrders(db)) {
    const { ref_number: ref, invoice_number, name, paid_cents: paid } = order;
    const since = order.since ?? "";
    const owed = owedCents(order);
    const gone = name === null ? { is_record_gone: true as const } : {};
    const line = { ref, since, invoice_number, name, ...gone };
    const { money } = orderStates[order.state];
    if (money === "late") {
      const are_items_free = await areItemsFree(db, order.id);
      lists.late.push({ ...line, amount_cents: paid, are_items_free });
    } else if (money === "to_refund") lists.to_refund.push({ ...line, amount_cents: paid });
    else if (owed > 0) lists.short.push({ ...line, amount_cents: owed });
    else lists.over.push({ ...line, amount_cents: -owed });
  }
  return lists;
}

/** Oldest first: of orders with payments, those whose money is not what it should be. */
function unsettledOrders(db: Query): Promise<Settled[]> {
  return db
    .selectFrom("orders")
    .leftJoin("quote_requests", "quote_requests.ref_number", "orders.ref_number")
    .select(["orders.id", "orders.ref_number", "state", "total_cents", "paid_cents", "credited_cents"])
    .select(["invoice_number", "quote_requests.full_name as name"])
    .select((order) =>
      order
        .selectFrom("payments")
        .select(({ fn }) => fn.max("at").as("at"))
        .whereRef("payments.order_id", "=", "orders.id")
        .$castTo<{ at: string }>()
        .as("since"),
    )
    .where("is_unsettled", "=", true)
    .orderBy("since")
    .orderBy("orders.id")
    .execute();
}
