import { type RawBuilder, sql } from "kysely";

import type { Submission } from "#domain/submission.ts";
import { largestPage } from "#domain/wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import { byCodePoint } from "#server/platform/database/text-order.ts";

import {
  badQuery,
  columnFilter,
  type FilterContext,
  groupFilter,
  QueryRefused,
  unknownColumn,
} from "./filter.ts";
import {
  columnKind,
  isFilterColumn,
  recordColumnNames,
  recordFromRow,
  type RecordRow,
  type StoredRecord,
} from "./record-table.ts";
import { withRepeats } from "./relatives.ts";
import { readSearch, type Search } from "./search.ts";
import { withStock } from "./stock-marks.ts";

export interface ListQuery {
  /** The table, joined with its search index if the query searches. */
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown> | null;
  /** The condition of records that come first, because the search names a number of theirs. `where` leaves them out. */
  readonly first: RawBuilder<unknown> | null;
  readonly order: readonly OrderPart[];
  readonly offset: number;
  readonly limit: number;
  /** Records come with what they repeat, and whether it is in stock: computed columns, which PostgREST leaves out of `*`. */
  readonly withRepeats: boolean;
}

export interface OrderPart {
  readonly column: string;
  readonly ref: RawBuilder<unknown>;
  readonly direction: string;
  readonly nulls: string | undefined;
}

const mostFilters = 30;

const orderPart = /^([a-z_]+)(?:\.(asc|desc))?(?:\.(nullsfirst|nullslast))?$/;

/** Reads PostgREST's notation (design.md section 3). `Range` gives way to limit and offset. Throws QueryRefused. */
export async function readListQuery(
  context: FilterContext,
  parameters: URLSearchParams,
  rangeHeader: string | undefined,
): Promise<ListQuery> {
  const conditions: RawBuilder<unknown>[] = [];
  let order = "created_at.desc";
  let search: Search | null = null;
  let hasRepeats = false;
  let limit: number | null = null;
  let offset = 0;
  for (const [name, value] of parameters) {
    if (name === "select") hasRepeats = readColumns(value);
    else if (name === "order") order = value;
    else if (name === "limit") limit = wholeNumber(name, value);
    else if (name === "offset") offset = wholeNumber(name, value);
    else if (name === "search") search = await readSearch(context, value);
    else if (name === "or" || name === "and") conditions.push(groupFilter(context, name, value));
    else conditions.push(columnFilter(context, name, value));
  }
  if (conditions.length > mostFilters) throw badQuery(`a list takes at most ${mostFilters} filters`);
  // A page that continues after a record is not the first one.
  const named = parameters.has("number") ? null : (search?.named ?? null);
  const first = named === null ? null : allOf([...conditions, named]);
  if (search !== null) conditions.push(search.condition);
  const range = limit === null && offset === 0 ? readRange(rangeHeader) : null;
  return {
    from: search?.from ?? sql.table(context.submission.table),
    where: allOf(conditions),
    first,
    order: readOrder(context, order, search),
    offset: range?.offset ?? offset,
    limit: Math.min(range?.limit ?? limit ?? largestPage, largestPage),
    withRepeats: hasRepeats,
  };
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> | null {
  return conditions.length === 0 ? null : sql.join(conditions, sql` and `);
}

/** Returns whether `repeats` is wanted as well. */
function readColumns(value: string): boolean {
  if (value !== "*" && value !== "*,repeats")
    throw badQuery("only select=* and select=*,repeats are supported");
  return value !== "*";
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw badQuery(`${name} must be a whole number`);
  return Number(value);
}

function readRange(header: string | undefined): { offset: number; limit: number } | null {
  const [, first = "", last = ""] = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(header ?? "") ?? [];
  if (first === "") return null;
  const offset = Number(first);
  const limit = last === "" ? largestPage : Number(last) - offset + 1;
  if (limit < 1) {
    throw new QueryRefused({ status: 416, code: "PGRST103", message: "Requested range not satisfiable" });
  }
  return { offset, limit };
}

/** Never empty, in one order on both engines, and read by an index that serves no other order. */
const indexed: ReadonlySet<string> = new Set(["id", "number", "created_at"]);

/** Breaks ties by id, in the direction of the first column, so that pages never overlap. */
function readOrder(context: FilterContext, order: string, search: Search | null): OrderPart[] {
  const parts = order.split(",").map((part) => {
    const [, column = "", direction = "asc", nulls] = orderPart.exec(part) ?? [];
    if (column === "") throw badQuery(`"failed to parse order (${order.slice(0, 60)})"`);
    if (!isFilterColumn(context.submission, column)) {
      throw unknownColumn(context.submission.table, column);
    }
    const isText = !indexed.has(column) && columnKind(context.submission, column) === "text";
    const own = isText ? byCodePoint(context.engine, sql.ref(column)) : sql.ref(column);
    const ref = (column === "number" ? search?.number : undefined) ?? own;
    return { column, ref, direction, nulls };
  });
  const direction = parts[0]?.direction ?? "desc";
  const byId = { column: "id", ref: sql.ref("id"), direction, nulls: undefined };
  const isUnique = parts.some(({ column }) => column === "id" || column === "number");
  return isUnique ? parts : [...parts, byId];
}

/** Lists those that the search names first. */
export async function listRecords(
  db: Query,
  submission: Submission,
  query: ListQuery,
): Promise<StoredRecord[]> {
  if (query.first === null) return readPage(db, submission, query);
  const { offset, limit } = query;
  const named = await readPage(db, submission, {
    ...onlyFirst(submission, query),
    offset: 0,
    limit: largestPage,
  });
  const page = named.slice(offset, offset + limit);
  const after = { offset: Math.max(0, offset - named.length), limit: limit - page.length };
  return [...page, ...(await readPage(db, submission, { ...query, ...after }))];
}

function onlyFirst({ table }: Submission, { first, order, ...query }: ListQuery): ListQuery {
  const plain = order.map((part) => ({ ...part, ref: sql.ref(part.column) }));
  return { ...query, from: sql.table(table), where: first, order: plain, first: null };
}

async function readPage(db: Query, submission: Submission, query: ListQuery): Promise<StoredRecord[]> {
  const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
  const where = query.where === null ? sql`` : sql`where ${query.where}`;
  const { rows } = await sql<RecordRow>`
    select ${columns} from ${query.from} ${where}
    order by ${orderBy(query.order)} limit ${query.limit} offset ${query.offset}`.execute(db);
  const records = rows.map(recordFromRow);
  if (!query.withRepeats) return records;
  const marked = submission.hasDeal === true ? await withStock(db, records) : records;
  return withRepeats(db, submission, marked);
}

/** Puts missing values last, and first in descending order, like PostgREST. */
function orderBy(order: readonly OrderPart[]): RawBuilder<unknown> {
  return sql.join(
    order.map(({ column, ref, direction, nulls = direction === "desc" ? "nullsfirst" : "nullslast" }) => {
      const place = indexed.has(column) ? "" : nulls === "nullsfirst" ? "nulls first" : "nulls last";
      return sql`${ref} ${sql.raw(direction)} ${sql.raw(place)}`;
    }),
  );
}

/** Counts the records of all pages, but no further than `atMost`. */
export async function countRecords(
  db: Query,
  submission: Submission,
  query: ListQuery,
  atMost?: number,
): Promise<number> {
  if (query.where === null) return countAll(db, submission.table);
  if (query.first !== null) {
    const named = await countRecords(db, submission, onlyFirst(submission, query));
    const others = await countRecords(db, submission, { ...query, first: null }, atMost);
    return Math.min(named + others, atMost ?? Infinity);
  }
  const where = sql`where ${query.where}`;
  const { rows } =
    atMost === undefined
      ? await sql<{ total: number }>`select count(*) as total from ${query.from} ${where}`.execute(db)
      : await sql<{ total: number }>`select count(*) as total
          from (select 1 from ${query.from} ${where} limit ${atMost}) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Triggers keep these counts, so that nothing is scanned. */
async function countAll(db: Query, table: string): Promise<number> {
  const counts = await db
    .selectFrom("record_counts")
    .select("count")
    .where("record_table", "=", table)
    .execute();
  return counts.reduce((sum, { count }) => sum + count, 0);
}
