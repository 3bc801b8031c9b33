import { sql } from "kysely";

import { type Customer, customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

type Row = Readonly<Record<string, unknown>>;

/** What followed one quote request. */
export interface HeldDeal {
  readonly ref_number: string;
  readonly draft: Row | null;
  readonly quotes: readonly Row[];
  readonly messages: readonly Row[];
  /** With the buyer in readable form. */
  readonly orders: readonly Row[];
  readonly payments: readonly Row[];
  readonly parcels: readonly Row[];
}

export async function heldDealOf(db: Query, linkKeys: Keys, reference: string): Promise<HeldDeal | null> {
  const isTheirs = sql<boolean>`ref_number = ${reference}`;
  const drafts = await db.selectFrom("quote_drafts").selectAll().where(isTheirs).execute();
  const versions = await db.selectFrom("quote_versions").selectAll().where(isTheirs).execute();
  const messages = await db.selectFrom("deal_messages").selectAll().where(isTheirs).execute();
  if (drafts.length + versions.length + messages.length === 0) return null;
  const orders = await db.selectFrom("orders").selectAll().where(isTheirs).execute();
  const ids = orders.map(({ id }) => id);
  return {
    ref_number: reference,
    draft: drafts[0] === undefined ? null : { ...drafts[0], draft: readJson(drafts[0].draft) },
    quotes: versions.map((version) => ({ ...version, content: readJson(version.content) })),
    messages,
    orders: orders.map((order) => ({ ...order, customer: customerIfReadable({ linkKeys }, order) })),
    payments: await byOrder(db, "payments", ids),
    parcels: await byOrder(db, "parcels", ids),
  };
}

function readJson(text: string): unknown {
  return JSON.parse(text);
}

function byOrder(db: Query, table: "payments" | "parcels", ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom(table).selectAll().where("order_id", "in", ids).orderBy("id").execute();
}

/** An order whose enquiry is gone. */
export interface LeftOrder {
  readonly ref_number: string;
  readonly customer: Customer;
}

/** Returns the orders whose enquiry is gone, if `isTheirs` says so of the buyer. */
export async function ordersLeftOf(
  db: Query,
  linkKeys: Keys,
  isTheirs: (customer: Customer) => boolean,
): Promise<LeftOrder[]> {
  const left = await db
    .selectFrom("orders")
    .leftJoin("quote_requests as request", "request.ref_number", "orders.ref_number")
    .select(["orders.id", "orders.ref_number", "orders.customer"])
    .where("request.id", "is", null)
    .execute();
  return left.flatMap((order) => {
    const customer = customerIfReadable({ linkKeys }, order);
    return customer !== null && isTheirs(customer) ? [{ ref_number: order.ref_number, customer }] : [];
  });
}
