import { addDays } from "#domain/calendar-date.ts";
import { endOfDay, payDaysMost } from "#domain/deals/deadlines.ts";
import { owedCents } from "#domain/deals/deal-state.ts";
import type { Order } from "#domain/deals/deal.ts";
import { documentKinds } from "#domain/deals/documents.ts";
import { orderStates } from "#domain/deals/order.ts";
import { nzDate } from "#domain/nz-time.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";

import { documentsBroken } from "./document-rules.ts";
import { movedBroken } from "./moved-walk.ts";

/** What must hold for all deals at any time; returns what does not. */
export async function brokenRules(db: Query, acknowledged: ReadonlySet<string>): Promise<string[]> {
  return [
    ...(await numbersBroken(db)),
    ...(await ordersBroken(db)),
    ...(await itemsBroken(db)),
    ...(await stockBroken(db)),
    ...(await paymentsBroken(db, acknowledged)),
    ...(await documentsBroken(db)),
    ...(await movedBroken(db)),
  ];
}

const firstNumber = 1001;

/** The numbers of invoices and of credit notes, without gaps or repetitions. */
async function numbersBroken(db: Query): Promise<string[]> {
  const broken: string[] = [];
  for (const kind of documentKinds) {
    const documents = db.selectFrom("documents").select("serial").where("kind", "=", kind);
    const serials = (await documents.orderBy("serial").execute()).map(({ serial }) => serial);
    const wrong = serials.findIndex((serial, index) => serial !== firstNumber + index);
    const counters = db.selectFrom("document_numbers").select("last").where("kind", "=", kind);
    const counter = await counters.executeTakeFirst();
    const last = firstNumber + serials.length - 1;
    if (wrong !== -1) broken.push(`${kind} ${serials[wrong]} is in place ${wrong}`);
    if (serials.length > 0 && counter?.last !== last)
      broken.push(`the counter of ${kind} is at ${counter?.last}, not ${last}`);
  }
  return broken;
}

/** At most one order of a deal counts, and the version, the money and the request say the same. */
async function ordersBroken(db: Query): Promise<string[]> {
  const broken: string[] = [];
  const references = await db.selectFrom("orders").select("ref_number").distinct().execute();
  for (const { ref_number: reference } of references) {
    const deal = await readDeal(db, reference);
    if (deal === null) continue;
    const active = deal.orders.filter(({ state }) => state !== "cancelled");
    if (active.length > 1) broken.push(`${reference} has ${active.length} orders`);
    const [order] = active;
    if (order === undefined) continue;
    const owed = owedCents(order);
    if (order.state === "awaiting_payment" && order.pay_by > latestToPay(order))
      broken.push(`${reference} is to be paid by ${order.pay_by}`);
    if (order.state === "delivered" && order.delivered_at === null)
      broken.push(`${reference} is delivered, nobody knows when`);
    if (order.state === "awaiting_payment" && owed <= 0)
      broken.push(`${reference} is paid but waits for money`);
    const isUnpaid = order.state === "awaiting_payment" || order.state === "lapsed";
    if (!isUnpaid && order.paid_at === null) broken.push(`${reference} is ${order.state} but was never paid`);
    const version = deal.versions.find(({ number }) => number === order.number);
    if (version?.state !== "approved") broken.push(`${reference}: version is ${version?.state}`);
    if (deal.record.order_placed !== (orderStates[order.state].money === "due"))
      broken.push(`${reference}: order_placed is wrong`);
  }
  return broken;
}

/** Since its last change: that many days ahead, to the end of the day. */
function latestToPay({ changed_at: at }: Order): string {
  return endOfDay(addDays(nzDate(new Date(at)), payDaysMost)).toISOString();
}

/** An order that counts holds its parts, unless they came back and money went out since; and nobody else does. */
async function itemsBroken(db: Query): Promise<string[]> {
  const items = await db
    .selectFrom("order_items")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select(["order_items.item_label", "order_items.held", "orders.state", "orders.invoice_number"])
    .select(["orders.id", "order_items.part_number"])
    .execute();
  const returns = db.selectFrom("returns").innerJoin("payments", "payments.order_id", "returns.order_id");
  const back = await returns
    .select("returns.order_id")
    .where("returns.state", "in", ["received", "closed"])
    .where("payments.amount_cents", "<", 0)
    .execute();
  const cameBack = new Set(back.map(({ order_id: id }) => id));
  const broken = items.flatMap(({ id, held, state, part_number: part, invoice_number: number }) => {
    const isHere = part === null || ["awaiting_payment", "paid", "packed"].includes(state);
    const shouldHold = orderStates[state].money === "due" && isHere;
    return Boolean(held) === shouldHold || (!held && cameBack.has(id))
      ? []
      : [`order ${number} is ${state}, its part is ${held ? "" : "not "}held`];
  });
  const held = items.filter((item) => Boolean(item.held)).map(({ item_label: label }) => label);
  if (new Set(held).size < held.length) broken.push("a part is held twice");
  return broken;
}

/** No more pieces are held than are here, and a part of one piece has left with one order at most, unless it came back. */
async function stockBroken(db: Query): Promise<string[]> {
  const parts = await db.selectFrom("parts").select(["number", "id", "state", "quantity"]).execute();
  const items = await db
    .selectFrom("order_items")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select(["part_number", "pieces", "held", "orders.state"])
    .select(({ selectFrom }) =>
      selectFrom("returns")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("returns.order_id", "=", "orders.id")
        .where("returns.state", "in", ["received", "closed"])
        .as("returns"),
    )
    .execute();
  return parts.flatMap(({ number, id, state, quantity }) => {
    const own = items.filter((item) => item.part_number === number);
    const held = own.filter((item) => Boolean(item.held)).reduce((sum, item) => sum + (item.pieces ?? 1), 0);
    const out = own.filter(
      (item) => ["sent", "delivered"].includes(item.state) && Number(item.returns) === 0,
    );
    return [
      ...(held > quantity ? [`${held} of part ${number} are held, ${quantity} are here`] : []),
      ...((state === "sold") === quantity > 0 ? [`part ${number} is ${state}, ${quantity} are here`] : []),
      ...(id.startsWith("walked-") && out.length + quantity > 1 ? [`part ${number} was sold twice`] : []),
    ];
  });
}

/** Each call that was acknowledged is there, and each call by hand is one row. */
async function paymentsBroken(db: Query, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const calls = await db.selectFrom("deal_calls").select("response").execute();
  const paid = calls.filter(({ response }) => /^\{"(?:balance_cents|part)"/.test(response)).length;
  const byHand = db.selectFrom("payments").select("id").where("source", "is", null);
  const rows = (await byHand.where("method", "<>", "rounding").execute()).length;
  return [
    ...(await lostCalls(db, acknowledged)),
    ...(rows === paid ? [] : [`${rows} rows for ${paid} calls`]),
  ];
}

/** Calls that were acknowledged, by their keys, and are not there. */
export async function lostCalls(db: Query, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const calls = await db.selectFrom("deal_calls").select("key").execute();
  const known = new Set(calls.map(({ key }) => key));
  return [...acknowledged].filter((key) => !known.has(key)).map((key) => `the call ${key} is lost`);
}
