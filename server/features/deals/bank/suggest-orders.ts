import { sql } from "kysely";

import { owedCents } from "#domain/deals/deal-state.ts";
import type { Suggestion } from "#domain/deals/money-wire.ts";
import { machineColumns, machineText } from "#domain/deals/requested.ts";
import { readNumbers } from "#domain/deals/typed-numbers.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { BankLineRow } from "#server/platform/database/money-tables.ts";

import { ordersInvoiced } from "./find-matches.ts";

type UnmatchedLine = Pick<BankLineRow, "id" | "amount_cents" | "text">;

const most = 3;

/** Finds orders that each line may be for, best first: by its code or number, the amount owed, the payer's name. */
export async function suggestOrders(
  db: Query,
  lines: readonly UnmatchedLine[],
): Promise<Map<string, Suggestion[]>> {
  if (lines.length === 0) return new Map();
  const invoices = new Map(lines.map(({ id, text }) => [id, readNumbers(text).invoices]));
  const byInvoice = await ordersInvoiced(db, [...invoices.values()].flat());
  const byAmount = await openOrdersOwing(db, lines);
  const names = new Map(lines.map(({ id, text }) => [id, namesIn(text)]));
  const byName = await openOrdersOf(db, [...names.values()].flat());
  const suggested = new Map(
    lines.map(({ id, amount_cents: cents }) => {
      const found = [
        ...(invoices.get(id) ?? []).map((invoice) => ["code", byInvoice.get(invoice)?.ref_number ?? []]),
        ["amount", byAmount.get(cents) ?? []],
        ...(names.get(id) ?? []).map((name) => ["name", byName.get(name) ?? []]),
      ] as const;
      const reasons = new Map<string, string>();
      for (const [why, refs] of found as (readonly [string, string | string[]])[])
        for (const ref of [refs].flat()) if (!reasons.has(ref)) reasons.set(ref, why);
      return [id, [...reasons].slice(0, most)];
    }),
  );
  const orders = await ordersAsSuggested(
    db,
    [...suggested.values()].flat().map(([ref]) => ref),
  );
  return new Map([...suggested].map(([id, reasons]) => [id, suggestionsOf(orders, reasons)]));
}

type SuggestedOrder = Omit<Suggestion, "why">;

function suggestionsOf(
  orders: ReadonlyMap<string, SuggestedOrder>,
  reasons: readonly (readonly [ref: string, why: string])[],
): Suggestion[] {
  return reasons.flatMap(([ref, why]) => {
    const order = orders.get(ref);
    return order === undefined ? [] : [{ ...order, why }];
  });
}

/** Returns the newest order of each record, as staff tell them apart. */
export async function ordersAsSuggested(
  db: Query,
  refs: readonly string[],
): Promise<Map<string, SuggestedOrder>> {
  const found = new Map<string, SuggestedOrder>();
  for (let first = 0; first < refs.length; first += namesAtOnce) {
    const rows = await db
      .selectFrom("orders")
      .leftJoin("quote_requests", "quote_requests.ref_number", "orders.ref_number")
      .select(["orders.ref_number as ref", "quote_requests.full_name as name", "state", ...machineColumns])
      .select(["total_cents", "credited_cents", "paid_cents"])
      .where("orders.ref_number", "in", refs.slice(first, first + namesAtOnce))
      .orderBy("invoice_number")
      .execute();
    for (const { ref, name, state, ...row } of rows)
      found.set(ref, {
        ref,
        name: name ?? "",
        machine: machineText(row),
        balance_cents: owedCents(row),
        state,
      });
  }
  return found;
}

/** Finds orders by reference, invoice number, payment code or a part of the customer's name. */
export async function findOrders(db: Query, text: string): Promise<Suggestion[]> {
  const { references: typed, invoices } = readNumbers(text);
  const invoiced = [...(await ordersInvoiced(db, invoices)).values()].map(({ ref_number: ref }) => ref);
  const name = `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, "\\$&")}%`;
  const named = await db
    .selectFrom("quote_requests")
    .innerJoin("orders", "orders.ref_number", "quote_requests.ref_number")
    .select("orders.ref_number as ref")
    .where(sql<boolean>`lower(full_name) like ${name} escape '\\'`)
    .orderBy(sql`orders.state = 'awaiting_payment'`, "desc")
    .orderBy("invoice_number", "desc")
    .limit(most)
    .execute();
  const refs = [...new Set([...typed, ...invoiced, ...named.map(({ ref }) => ref)])].slice(0, most);
  const orders = await ordersAsSuggested(db, refs);
  return suggestionsOf(
    orders,
    refs.map((ref) => [ref, "found"]),
  );
}

/** By what they owe, for each amount the oldest. */
async function openOrdersOwing(db: Query, lines: readonly UnmatchedLine[]): Promise<Map<number, string[]>> {
  const amounts = [...new Set(lines.map(({ amount_cents: cents }) => cents))];
  const owed = sql`total_cents - credited_cents - paid_cents`;
  const found: (readonly [number, string])[] = [];
  for (let first = 0; first < amounts.length; first += amountsAtOnce) {
    // Each amount has its own look-up: hundreds owe a usual price.
    const each = amounts.slice(first, first + amountsAtOnce).map(
      (cents) => sql`select * from (select ${sql.lit(cents)} as cents, ref_number as ref from orders
        where state = 'awaiting_payment' and ${owed} = ${cents} order by invoice_number limit ${most}) as oldest`,
    );
    const { rows } = await sql<{ cents: number; ref: string }>`${sql.join(each, sql` union all `)}`.execute(
      db,
    );
    found.push(...rows.map(({ cents, ref }) => [cents, ref] as const));
  }
  return references(found);
}

/** SQLite takes 500. */
const amountsAtOnce = 100;

/** Returns references by the customer's name in lower case. */
async function openOrdersOf(db: Query, names: readonly string[]): Promise<Map<string, string[]>> {
  const all = [...new Set(names)];
  const found: (readonly [string, string])[] = [];
  for (let first = 0; first < all.length; first += namesAtOnce)
    found.push(...(await ordersNamed(db, all.slice(first, first + namesAtOnce))));
  return references(found);
}

const namesAtOnce = 5000;

async function ordersNamed(db: Query, names: readonly string[]) {
  const rows = await db
    .selectFrom("quote_requests")
    .innerJoin("orders", "orders.ref_number", "quote_requests.ref_number")
    .select([sql<string>`lower(full_name)`.as("name"), "orders.ref_number as ref"])
    .where(sql`lower(full_name)`, "in", names)
    .where(sql`orders.state || ''`, "in", ["awaiting_payment", "lapsed"]) // Avoids the index of states: many orders wait.
    .orderBy("invoice_number")
    .execute();
  return rows.map(({ name, ref }) => [name, ref] as const);
}

function references<Key>(pairs: readonly (readonly [Key, string])[]): Map<Key, string[]> {
  const groups = Map.groupBy(pairs, ([key]) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(([, ref]) => ref)]));
}

/** A bank's line has no more. */
const wordsMost = 30;

/** Returns possible names: two to four words in a row, and two in the order "LAST,FIRST". */
function namesIn(text: string): string[] {
  const words = (text.toLowerCase().match(/[\p{L}'-]+/gu) ?? []).slice(0, wordsMost);
  return words.flatMap((word, at) => [
    ...[2, 3, 4].map((count) => words.slice(at, at + count).join(" ")),
    `${words[at + 1] ?? ""} ${word}`,
  ]);
}
