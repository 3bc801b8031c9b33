import { type RawBuilder, sql } from "kysely";

import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { ListQuery, OrderPart } from "./list-query.ts";
import { recordColumnNames } from "./record-columns.ts";
import { recordFromRow } from "./record-table.ts";

type Row = Record<string, unknown>;

export async function listRecords(db: Query, submission: Submission, query: ListQuery): Promise<Row[]> {
  const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
  const where = query.where === null ? sql`` : sql`where ${query.where}`;
  const { rows } = await sql<Row>`
    select ${columns} from ${query.from} ${where}
    order by ${orderBy(query.order)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows.map(recordFromRow);
}

function orderBy(order: readonly OrderPart[]): RawBuilder<unknown> {
  return sql.join(
    order.map(({ ref, direction, nulls }) => {
      const place = nulls === undefined ? "" : nulls === "nullsfirst" ? "nulls first" : "nulls last";
      return sql`${ref} ${sql.raw(direction)} ${sql.raw(place)}`;
    }),
  );
}

/** How many records there are in all, whatever page was asked for; counts no further than `atMost`. */
export async function countRecords(
  db: Query,
  { table }: Submission,
  query: ListQuery,
  atMost?: number,
): Promise<number> {
  if (query.where === null) return countAll(db, table);
  const where = sql`where ${query.where}`;
  const { rows } =
    atMost === undefined
      ? await sql<{ total: number }>`select count(*) as total from ${query.from} ${where}`.execute(db)
      : await sql<{ total: number }>`select count(*) as total
          from (select 1 from ${query.from} ${where} limit ${atMost}) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Triggers keep these counts: everything is counted in no time. */
async function countAll(db: Query, table: string): Promise<number> {
  const counts = await db
    .selectFrom("record_counts")
    .select("count")
    .where("record_table", "=", table)
    .execute();
  return counts.reduce((sum, { count }) => sum + count, 0);
}
