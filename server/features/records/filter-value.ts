import { badQuery } from "./query-error.ts";
import type { ColumnKind } from "./record-columns.ts";

type Value = string | number | boolean;

/** Reads the value of a filter. Both engines can compare what it returns with the column; else it throws QueryRefused. */
export function columnValue(column: string, kind: ColumnKind, text: string): Value {
  const value = readers[kind](text);
  if (value === null) throw badValue(column, text);
  return value;
}

const largestInteger = 2 ** 31;

const readers: Readonly<Record<ColumnKind, (text: string) => Value | null>> = {
  text: readText,
  integer: (text) => readInteger(text, largestInteger),
  serial: (text) => readInteger(text, Number.MAX_SAFE_INTEGER),
  decimal: (text) => (/^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : null),
  flag: (text) => (text === "true" || text === "false" ? text === "true" : null),
  instant: readInstant,
  list: () => null,
};

/** NUL is no text to PostgreSQL. */
function readText(text: string): string | null {
  return text.includes("\0") || !text.isWellFormed() ? null : text;
}

function readInteger(text: string, below: number): number | null {
  const value = Number(text);
  return /^-?\d{1,16}$/.test(text) && Math.abs(value) < below ? value : null;
}

/** Returns the instant as it is stored. Years beyond four digits, or before the first, are not the same text everywhere. */
function readInstant(text: string): string | null {
  const time = Date.parse(text);
  const stored = Number.isNaN(time) ? "" : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(stored) ? stored : null;
}

const longestPattern = 1000;

/** Turns PostgREST's pattern, in which `*` stands for any text, into SQL's. */
export function likePattern(column: string, kind: ColumnKind, text: string): string {
  if (kind !== "text") throw badQuery(`ilike needs a text column, not ${column}`);
  const endsInEscape = /(?<!\\)(?:\\\\)*\\$/.test(text);
  if (readText(text) === null || endsInEscape || text.length > longestPattern) throw badValue(column, text);
  return text.replaceAll("*", "%");
}

function badValue(column: string, text: string) {
  return badQuery(`invalid input for ${column}: "${text.slice(0, 60)}"`);
}
