import * as v from "valibot";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { owedCents, takenBackRefusal } from "#domain/deals/deal-state.ts";
import { heldMachine, holdOn, holdWords } from "#domain/deals/hold.ts";
import { quoteContentSchema, selectedLines, selectionSchema } from "#domain/deals/quote.ts";
import { type OrderToPack, soldLine } from "#domain/deals/sold.ts";
import { machineNumbers, machinesWith } from "#server/features/deals/deal/quoted-machines.ts";
import { pulledSchema } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";

import { namesFor } from "./pulled.ts";

/** Returns the orders whose parts are to be pulled or wait for their parcel, the one that was paid first before the others. */
export async function readPackList(db: Query, now: Date, calendar: BusinessCalendar): Promise<OrderToPack[]> {
  const orders = (await paidOrders(db)).filter((order) => owedCents(order) <= 0).map(readRow);
  const lines = orders.flatMap((order) => order.lines);
  const references = orders.map((order) => order.ref_number);
  const names = await namesFor(db, { references, lines, pulled: orders.flatMap((order) => order.pulled) });
  const machines = await machinesWith(db, machineNumbers(lines));
  const taken = await takenBack(db);
  return orders.map(({ lines: own, pulled, freight, ...order }) => {
    const theirs = machines.filter(({ number }) => own.some((line) => line.machine_number === number));
    const held = heldMachine(theirs, now);
    const isTaken = taken.has(order.ref_number);
    return {
      ref: order.ref_number,
      name: order.name,
      invoice_number: order.invoice_number,
      state: order.state === "packed" ? "packed" : "paid",
      waits: isTaken ? takenBackRefusal : held && holdWords(held),
      leaves_from: holdOn({ lines: own, machines }, now, calendar)?.from ?? null,
      freight,
      sold: own.map((line) => soldLine(line, pulled, names)),
    };
  });
}

function paidOrders(db: Query) {
  return db
    .selectFrom("orders")
    .innerJoin("quote_versions", (join) =>
      join
        .onRef("quote_versions.ref_number", "=", "orders.ref_number")
        .onRef("quote_versions.number", "=", "orders.number"),
    )
    .innerJoin("quote_requests", "quote_requests.ref_number", "orders.ref_number")
    .select(["orders.ref_number", "invoice_number", "orders.state", "paid_at", "selection", "pulled"])
    .select(["orders.total_cents", "credited_cents", "paid_cents", "content", "full_name as name"])
    .where("orders.state", "in", ["paid", "packed"])
    .orderBy("paid_at")
    .orderBy("invoice_number")
    .execute();
}

function readRow({ content, selection, pulled, ...order }: Awaited<ReturnType<typeof paidOrders>>[number]) {
  const quote = v.parse(quoteContentSchema, JSON.parse(content));
  const lines = selectedLines(quote.lines, v.parse(selectionSchema, JSON.parse(selection))) ?? [];
  return { ...order, lines, freight: quote.freight, pulled: v.parse(pulledSchema, JSON.parse(pulled)) };
}

async function takenBack(db: Query): Promise<Set<string>> {
  const open = db.selectFrom("taken_back").select("ref_number").where("seen_at", "is", null);
  return new Set((await open.execute()).map(({ ref_number: reference }) => reference));
}
