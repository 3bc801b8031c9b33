import { type RawBuilder, sql } from "kysely";

import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { emptyTables } from "./person-tables.ts";

/**
 * Removes submissions that wait to be stored, and their mails. Returns their references. Call it before
 * `removeRecords`: it waits for stores in progress, whose records only later statements see.
 */
export async function removeWaiting(tx: Query, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return [];
  const mailed = tx
    .deleteFrom("attempts")
    .where("ref_number", "in", references)
    .where("state", "=", "mailed");
  const waiting = (await mailed.returning("ref_number").execute()).map((row) => row.ref_number);
  await emptyTables(tx, waiting);
  return waiting;
}

/** Removes at most `atMost` records of a form, oldest first, with all that is held about them. Returns their references. */
export async function removeRecords(
  tx: Query,
  submission: Submission,
  condition: RawBuilder<unknown>,
  atMost: number,
): Promise<string[]> {
  const table = sql.table(submission.table);
  const { rows } = await sql<{ ref_number: string }>`
    delete from ${table} where id in (select id from ${table} where ${condition} order by created_at limit ${atMost})
    returning ref_number`.execute(tx);
  const references = rows.map((row) => row.ref_number);
  await emptyTables(tx, references);
  return references;
}
