import { type RawBuilder, sql } from "kysely";

import { readNumbers, type TypedNumbers } from "#domain/deals/typed-numbers.ts";
import { searchMaxLength } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { Submission } from "#domain/submission.ts";
import type { CommandDatabase, Query } from "#server/platform/database/database.ts";

import { correctionsOf, wordsIn } from "./corrections.ts";
import { badQuery, type FilterContext } from "./filter.ts";
import { forEveryForm } from "./record-table.ts";
import { ftsQuery, searchTerms, tsQuery } from "./search-words.ts";

export interface Search {
  readonly from: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
  /** The record's number, in a column by which rows are already sorted. */
  readonly number: RawBuilder<unknown>;
  /** The condition of records that have the typed number, or null. */
  readonly named: RawBuilder<unknown> | null;
}

/** Reads `search=fts.<words>` or `search=plfts.<words>`. A typed word may be the beginning of one in the record. */
export async function readSearch(context: FilterContext, filter: string): Promise<Search> {
  const [, words] = /^(?:pl)?fts(?:\(simple\))?\.(.*)$/s.exec(filter) ?? [];
  if (words === undefined) throw badQuery(`"failed to parse filter (${filter.slice(0, 60)})"`);
  const typed = words.slice(0, searchMaxLength);
  const numbers = await recordsNamed(context.db, context.submission, typed);
  const search = await searchWords(context, typed);
  if (numbers.length === 0) return { ...search, named: null };
  const named = sql`number in (${sql.join(numbers)})`;
  return { ...search, named, condition: sql`${search.condition} and not ${named}` };
}

async function searchWords(context: FilterContext, typed: string): Promise<Omit<Search, "named">> {
  const { submission, engine } = context;
  const count = wordsIn(context);
  const terms = await searchTerms(typed, (word) => correctionsOf(word, count));
  const table = sql.table(submission.table);
  if (terms.length === 0) return { from: table, condition: sql`false`, number: sql.ref("number") };
  if (engine === "postgres") {
    return { from: table, condition: sql`search @@ ${tsQuery(terms)}::tsquery`, number: sql.ref("number") };
  }
  // CROSS JOIN makes SQLite read the index first, which returns matches sorted by their number.
  const name = `${submission.table}_search`;
  const number = sql.ref(`${name}.rowid`);
  return {
    from: sql`${sql.table(name)} cross join ${table} on number = ${number}`,
    condition: sql`${sql.ref(name)} match ${ftsQuery(terms)}`,
    number,
  };
}

const most = 20;
/** "420" is a model more often than an amount. */
const mostIfVague = 5;

/**
 * Returns the numbers of the records that a number in `typed` belongs to: reference, payment code, invoice, amount,
 * tracking number, label of a part, or number of a machine. Each look-up reads an index, and a few rows.
 */
async function recordsNamed(db: Query, submission: Submission, typed: string): Promise<number[]> {
  const numbers = readNumbers(typed);
  const deals = submission.hasDeal === true ? await dealsNamed(db, numbers) : [];
  const machines = submission.hasSale === true ? await machinesNamed(db, numbers.codes) : [];
  const references = [...new Set([...numbers.references, ...deals, ...machines])];
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

/** Bought machines by the number on their label ("m214", "M-214"), VIN or plate. There are hundreds, of which one is read. */
async function machinesNamed(db: Query, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const numbers = codes.flatMap((code) => /^M(\d{1,9})$/.exec(code)?.[1] ?? []).map(Number);
  const machines = db.selectFrom("machines").select("ref_number").where("ref_number", "is not", null);
  const found = await machines
    .where((eb) =>
      eb.or([
        eb("number", "in", [0, ...numbers]),
        eb(compacted("machines.vin"), "in", codes),
        eb(compacted("machines.registration"), "in", codes),
      ]),
    )
    .limit(most)
    .execute();
  return found.flatMap(({ ref_number: reference }) => reference ?? []);
}

type References = Promise<{ readonly ref_number: string }[]>;

function byInvoice(db: Query, invoices: readonly number[]): References {
  return db
    .selectFrom("documents")
    .select("ref_number")
    .where("kind", "=", "invoice")
    .where("serial", "in", invoices)
    .execute();
}

/** Matches `compactCode`, and the expression that the schema indexes. */
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

/** Merges the pieces that a day's records have left of SQLite's search indexes: a look-up reads each piece. */
export async function mergeSearchIndexes({
  database,
}: {
  readonly database: CommandDatabase;
}): Promise<void> {
  if (database.engine !== "sqlite") return;
  for (const { table } of submissions) {
    const index = sql.table(`${table}_search`);
    await database.write((tx) => sql`insert into ${index} (${index}) values ('optimize')`.execute(tx));
  }
}
