import { sql } from "kysely";

import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { type ListQuery, onlyFirst } from "./list-records.ts";

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
