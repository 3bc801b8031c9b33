import { type RawBuilder, sql } from "kysely";

import type { Engine } from "./migrate.ts";

/** A text to compare and sort by code point, as SQLite does, whatever the locale of the PostgreSQL database. */
export function byCodePoint(engine: Engine, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return engine === "postgres" ? sql`${text} collate "C"` : text;
}

/** A text in lower case, letters with macrons too: SQLite's `lower` and PostgreSQL's with locale C know only ASCII. */
export function inLowerCase(engine: Engine, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return engine === "postgres" ? sql`lower(${text} collate "und-x-icu")` : sql`lower_case(${text})`;
}

/** SQLite's `lower_case`, which `inLowerCase` calls. */
export function lowerCase(text: unknown): string | null {
  return typeof text === "string" ? text.toLowerCase() : null;
}

const alphabetical = new Intl.Collator("en-NZ");

/** In the order of a list of names: a, Ā, b. */
export function alphabetically<Row, Name extends keyof Row>(
  rows: readonly (Row & Record<Name, string>)[],
  name: Name,
): Row[] {
  return rows.toSorted((a, b) => alphabetical.compare(a[name], b[name]));
}
