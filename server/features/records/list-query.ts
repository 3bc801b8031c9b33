import { type RawBuilder, sql } from "kysely";

import { largestPage } from "#domain/wire.ts";

import { columnFilter, type FilterContext, groupFilter } from "./filter.ts";
import { badQuery, QueryRefused, unknownColumn } from "./query-error.ts";
import { isFilterColumn } from "./record-columns.ts";
import { readSearch, type Search } from "./search-filter.ts";

/** A list as asked for: which rows, in which order, from where, how many at most. */
export interface ListQuery {
  /** The table, joined with its search index where words are searched for. */
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown> | null;
  readonly order: readonly OrderPart[];
  readonly offset: number;
  readonly limit: number;
}

/** A column that rows are ordered by. */
export interface OrderPart {
  readonly column: string;
  readonly ref: RawBuilder<unknown>;
  readonly direction: string;
  readonly nulls: string | undefined;
}

const mostFilters = 30;

const orderPart = /^([a-z_]+)(?:\.(asc|desc))?(?:\.(nullsfirst|nullslast))?$/;

/**
 * Reads the query string of a list in PostgREST's notation (design.md section 3). A `Range` header
 * counts where no limit or offset is given. Throws QueryRefused for anything else.
 */
export function readListQuery(
  context: FilterContext,
  parameters: URLSearchParams,
  rangeHeader: string | undefined,
): ListQuery {
  const conditions: RawBuilder<unknown>[] = [];
  let order = "created_at.desc";
  let search: Search | null = null;
  let limit: number | null = null;
  let offset = 0;
  for (const [name, value] of parameters) {
    if (name === "select") requireAllColumns(value);
    else if (name === "order") order = value;
    else if (name === "limit") limit = wholeNumber(name, value);
    else if (name === "offset") offset = wholeNumber(name, value);
    else if (name === "search") search = readSearch(context, value);
    else if (name === "or" || name === "and") conditions.push(groupFilter(context, name, value));
    else conditions.push(columnFilter(context, name, value));
  }
  if (conditions.length > mostFilters) throw badQuery(`a list takes at most ${mostFilters} filters`);
  if (search !== null) conditions.push(search.condition);
  const range = limit === null && offset === 0 ? readRange(rangeHeader) : null;
  return {
    from: search?.from ?? sql.table(context.submission.table),
    where: conditions.length === 0 ? null : sql.join(conditions, sql` and `),
    order: readOrder(context, order, search),
    offset: range?.offset ?? offset,
    limit: Math.min(range?.limit ?? limit ?? largestPage, largestPage),
  };
}

function requireAllColumns(value: string): void {
  if (value !== "*") throw badQuery("only select=* is supported");
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

/** Ties are always broken by id, in the direction of the first column, so that pages never overlap. */
function readOrder(context: FilterContext, order: string, search: Search | null): OrderPart[] {
  const parts = order.split(",").map((part) => {
    const [, column = "", direction = "asc", nulls] = orderPart.exec(part) ?? [];
    if (column === "") throw badQuery(`"failed to parse order (${order.slice(0, 60)})"`);
    if (!isFilterColumn(context.submission, column)) {
      throw unknownColumn(context.submission.table, column);
    }
    const ref = (column === "number" ? search?.number : undefined) ?? sql.ref(column);
    return { column, ref, direction, nulls };
  });
  const direction = parts[0]?.direction ?? "desc";
  const byId = { column: "id", ref: sql.ref("id"), direction, nulls: undefined };
  const isUnique = parts.some(({ column }) => column === "id" || column === "number");
  return isUnique ? parts : [...parts, byId];
}
