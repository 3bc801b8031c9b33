import { setImmediate as nextTurn } from "node:timers/promises";

import { sql } from "kysely";

import type { Submission } from "#domain/submission.ts";
import type { ListQuery } from "#server/features/records/list-query.ts";
import { listRecords } from "#server/features/records/list-records.ts";
import { badQuery } from "#server/features/records/query-error.ts";
import type { Query } from "#server/platform/database/database.ts";

import { byteOrderMark, csvLine } from "./csv.ts";
import type { ExportColumn, Row } from "./export-columns.ts";

/** Turning so many rows into lines takes a few milliseconds, and nobody else is served meanwhile. */
const pageSize = 100;

/** The file of a list, page by page: it needs no more memory for 100,000 records than for 500. */
export async function* exportRecords(
  db: Query,
  submission: Submission,
  query: ListQuery,
  columns: readonly ExportColumn[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ heading }) => heading));
  let after: Row | undefined;
  do {
    const rows = await listRecords(db, submission, pageAfter(query, after));
    if (rows.length > 0) {
      yield rows.map((row) => csvLine(columns.map((column) => column.cell(row)))).join("");
    }
    after = rows.length === pageSize ? rows.at(-1) : undefined;
    // Others have their turn between two pages, however fast this one is read.
    await nextTurn();
  } while (after !== undefined);
}

/** Orders by which a page begins where the one before it ended: no column that may be empty, one direction. */
const keyColumns = new Set(["created_at", "number", "id"]);

/** Throws QueryRefused for a list that cannot be read page by page. */
export function assertPageable({ order }: ListQuery): void {
  const [first] = order;
  if (order.every(({ column, direction }) => keyColumns.has(column) && direction === first?.direction))
    return;
  throw badQuery("a file is ordered by created_at, number or id, in one direction");
}

function pageAfter(query: ListQuery, last: Row | undefined): ListQuery {
  const page = { ...query, offset: 0, limit: pageSize };
  if (last === undefined) return page;
  const keys = sql.join(query.order.map(({ ref }) => ref));
  const reached = sql.join(query.order.map(({ column }) => sql`${last[column]}`));
  const beyond = sql.raw(query.order[0]?.direction === "asc" ? ">" : "<");
  const isAfter = sql`(${keys}) ${beyond} (${reached})`;
  return { ...page, where: query.where === null ? isAfter : sql`${query.where} and ${isAfter}` };
}
