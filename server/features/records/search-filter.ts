import { type RawBuilder, sql } from "kysely";

import { searchMaxLength } from "#domain/desk.ts";

import type { FilterContext } from "./filter.ts";
import { badQuery } from "./query-error.ts";
import { ftsQuery, searchTerms, tsQuery } from "./search-words.ts";

/** A search as part of a list's SQL. */
export interface Search {
  readonly from: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
  /** The record's number, from where rows come in its order without sorting. */
  readonly number: RawBuilder<unknown>;
}

/**
 * Reads `search=fts.<words>` or `search=plfts.<words>`, as the stock client's `textSearch` writes them.
 * The words are what somebody typed: each may be the beginning of one.
 */
export function readSearch({ submission, engine }: FilterContext, filter: string): Search {
  const [, typed] = /^(?:pl)?fts(?:\(simple\))?\.(.*)$/s.exec(filter) ?? [];
  if (typed === undefined) throw badQuery(`"failed to parse filter (${filter.slice(0, 60)})"`);
  const terms = searchTerms(typed.slice(0, searchMaxLength));
  const table = sql.table(submission.table);
  if (terms.length === 0) return { from: table, condition: sql`false`, number: sql.ref("number") };
  if (engine === "postgres") {
    return { from: table, condition: sql`search @@ ${tsQuery(terms)}::tsquery`, number: sql.ref("number") };
  }
  // CROSS JOIN keeps SQLite from walking the table: matches stream from the index, in order of their number.
  const name = `${submission.table}_search`;
  const number = sql.ref(`${name}.rowid`);
  return {
    from: sql`${sql.table(name)} cross join ${table} on number = ${number}`,
    condition: sql`${sql.ref(name)} match ${ftsQuery(terms)}`,
    number,
  };
}
