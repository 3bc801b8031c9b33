import { type RawBuilder, sql } from "kysely";

import { storableInstant } from "#domain/desk.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Engine } from "#server/platform/database/migrate.ts";
import { byCodePoint, inLowerCase } from "#server/platform/database/text-order.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { type ColumnKind, columnKind, isFilterColumn } from "./record-table.ts";
import { isStockMark, stockConditions } from "./stock-marks.ts";

/** A query that is refused, with PostgREST's messages and codes. */
export class QueryRefused extends Error {
  override readonly name = "QueryRefused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export function badQuery(message: string, details?: string): QueryRefused {
  return new QueryRefused({
    status: 400,
    code: "PGRST100",
    message,
    ...(details === undefined ? {} : { details }),
  });
}

export function unknownColumn(table: string, column: string): QueryRefused {
  return new QueryRefused({
    status: 400,
    code: "42703",
    message: `column ${table}.${column.slice(0, 60)} does not exist`,
  });
}

type SqlCondition = RawBuilder<unknown>;

export interface FilterContext {
  readonly db: Query;
  readonly submission: Submission;
  readonly engine: Engine;
}

/** Turns PostgREST's filter notation into conditions; only the operators below. */
export function columnFilter(context: FilterContext, column: string, filter: string): SqlCondition {
  if (isStockMark(context.submission, column)) {
    if (filter === "eq.true") return stockConditions[column];
    throw badQuery(`"failed to parse filter (${filter.slice(0, 60)})"`, `${column} takes eq.true only`);
  }
  if (!isFilterColumn(context.submission, column)) {
    throw unknownColumn(context.submission.table, column);
  }
  const dot = filter.indexOf(".");
  if (dot < 1) throw badQuery(`"failed to parse filter (${filter.slice(0, 60)})"`);
  return comparison(context, column, filter.slice(0, dot), filter.slice(dot + 1));
}

const comparisons = { eq: "=", neq: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

function isComparison(operator: string): operator is keyof typeof comparisons {
  return Object.hasOwn(comparisons, operator);
}

function comparison(context: FilterContext, column: string, operator: string, value: string): SqlCondition {
  const ref = sql.ref(column);
  const kind = columnKind(context.submission, column);
  if (isComparison(operator)) {
    const isOrdered = kind === "text" && operator !== "eq" && operator !== "neq";
    const compared = isOrdered ? byCodePoint(context.engine, ref) : ref;
    return sql`${compared} ${sql.raw(comparisons[operator])} ${columnValue(column, kind, value)}`;
  }
  if (operator === "in") {
    const values = listItems(value).map((item) => columnValue(column, kind, item));
    if (values.length > mostListItems) throw badQuery(`a list has at most ${mostListItems} values`);
    return values.length === 0 ? sql`false` : sql`${ref} in (${sql.join(values)})`;
  }
  if (operator === "ilike") return likeCondition(context, column, value);
  if (operator === "is" && value === "null") return sql`${ref} is null`;
  if (operator === "is" && kind === "flag") return sql`${ref} = ${columnValue(column, kind, value)}`;
  throw badQuery(`"failed to parse filter (${operator.slice(0, 20)})"`, `unknown operator for ${column}`);
}

const mostListItems = 1000;

function likeCondition(context: FilterContext, column: string, value: string): SqlCondition {
  const pattern = likePattern(column, columnKind(context.submission, column), value);
  const text = inLowerCase(context.engine, sql.ref(column));
  return sql`${text} like ${inLowerCase(context.engine, sql`${pattern}`)} escape '\\'`;
}

const deepestNesting = 4;
const longestGroup = 4000;

/** Reads `(a.eq.1,and(b.lt.2,c.eq."x,y"))`, the value of an `or` or `and` parameter. */
export function groupFilter(
  context: FilterContext,
  joiner: "or" | "and",
  text: string,
  depth = 0,
): SqlCondition {
  if (depth > deepestNesting) throw badQuery("the filter is nested too deeply");
  if (text.length > longestGroup) throw badQuery("the filter is too long");
  const conditions = splitList(unwrap(text)).map((part) => memberFilter(context, part, depth));
  if (conditions.length === 0) throw badQuery(`"failed to parse logic tree (${text.slice(0, 60)})"`);
  return sql`(${sql.join(conditions, joiner === "or" ? sql` or ` : sql` and `)})`;
}

function memberFilter(context: FilterContext, part: string, depth: number): SqlCondition {
  const [, joiner, group] = /^(or|and)(\(.*\))$/s.exec(part) ?? [];
  if ((joiner === "or" || joiner === "and") && group !== undefined) {
    return groupFilter(context, joiner, group, depth + 1);
  }
  const dot = part.indexOf(".");
  const filter = part.slice(dot + 1);
  const operator = filter.slice(0, filter.indexOf("."));
  const value = filter.slice(operator.length + 1);
  const plain = operator === "in" ? value : unquote(value);
  return columnFilter(context, part.slice(0, dot), `${operator}.${plain}`);
}

function unwrap(text: string): string {
  if (!text.startsWith("(") || !text.endsWith(")")) {
    throw badQuery(`"failed to parse logic tree (${text.slice(0, 60)})"`);
  }
  return text.slice(1, -1);
}

function listItems(text: string): string[] {
  return splitList(unwrap(text)).map(unquote);
}

/** Splits at commas outside quotes and brackets. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quoted && character === "\\") {
      index += 1;
      part += character + text.charAt(index);
    } else if (character === "," && depth === 0 && !quoted) {
      parts.push(part);
      part = "";
    } else {
      if (character === '"') quoted = !quoted;
      if (!quoted && character === "(") depth += 1;
      if (!quoted && character === ")") depth -= 1;
      part += character;
    }
  }
  return part === "" && parts.length === 0 ? [] : [...parts, part];
}

function unquote(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  return text.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
}

type FilterValue = string | number | boolean;

/** Reads the value of a filter. Throws QueryRefused unless both engines can compare it with the column. */
function columnValue(column: string, kind: ColumnKind, text: string): FilterValue {
  const value = readers[kind](text);
  if (value === null) throw badValue(column, text);
  return value;
}

const largestInteger = 2 ** 31;

const readers: Readonly<Record<ColumnKind, (text: string) => FilterValue | null>> = {
  text: readText,
  integer: (text) => readInteger(text, largestInteger),
  serial: (text) => readInteger(text, Number.MAX_SAFE_INTEGER),
  decimal: (text) => (/^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : null),
  flag: (text) => (text === "true" || text === "false" ? text === "true" : null),
  instant: readInstant,
  list: () => null,
};

/** PostgreSQL cannot hold a NUL. */
function readText(text: string): string | null {
  return text.includes("\0") || !text.isWellFormed() ? null : text;
}

function readInteger(text: string, below: number): number | null {
  const value = Number(text);
  return /^-?\d{1,16}$/.test(text) && Math.abs(value) < below ? value : null;
}

/** Returns the instant as it is stored. */
function readInstant(text: string): string | null {
  const time = Date.parse(text);
  const stored = Number.isNaN(time) ? "" : new Date(time).toISOString();
  return storableInstant.test(stored) ? stored : null;
}

const longestPattern = 1000;

/** Turns PostgREST's pattern, in which `*` matches any text, into SQL's. */
function likePattern(column: string, kind: ColumnKind, text: string): string {
  if (kind !== "text") throw badQuery(`ilike needs a text column, not ${column}`);
  const endsInEscape = /(?<!\\)(?:\\\\)*\\$/.test(text);
  if (readText(text) === null || endsInEscape || text.length > longestPattern) throw badValue(column, text);
  return text.replaceAll("*", "%");
}

function badValue(column: string, text: string) {
  return badQuery(`invalid input for ${column}: "${text.slice(0, 60)}"`);
}
