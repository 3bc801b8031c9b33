import { sql } from "kysely";

import type { Submission } from "#domain/submission.ts";

import type { Query } from "../database/database.ts";
import type { ListQuery } from "./list-query.ts";
import { recordColumnNames, recordFromRow } from "./record-table.ts";

type Row = Record<string, unknown>;

export async function listRecords(db: Query, submission: Submission, query: ListQuery): Promise<Row[]> {
  const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
  const where = query.where === null ? sql`` : sql`where ${query.where}`;
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(submission.table)} ${where}
    order by ${query.orderBy} limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows.map(recordFromRow);
}

/** How many records there are in all, whatever page was asked for. */
export async function countRecords(db: Query, submission: Submission, query: ListQuery): Promise<number> {
  const where = query.where === null ? sql`` : sql`where ${query.where}`;
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(submission.table)} ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Sets the status; the server's clock sets updated_at. Answers the record, or null where there is none. */
export async function changeStatus(
  tx: Query,
  submission: Submission,
  change: { id: string; status: string; now: Date },
): Promise<Row | null> {
  const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
  const { rows } = await sql<Row>`
    update ${sql.table(submission.table)}
    set status = ${change.status}, updated_at = ${change.now.toISOString()}
    where id = ${change.id} returning ${columns}`.execute(tx);
  const [row] = rows;
  return row === undefined ? null : recordFromRow(row);
}
