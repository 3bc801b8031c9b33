import { type RawBuilder, sql } from "kysely";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import { removeMailsAbout } from "#server/services/mail/outbox-table.ts";

import { removeDealsOf } from "./remove-deals.ts";

/**
 * Removes at most `atMost` records of a form, oldest first, with their attempts, mails and what followed; orders stay.
 * Returns their references.
 */
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
  if (references.length > 0) await tx.deleteFrom("attempts").where("ref_number", "in", references).execute();
  await removeMailsAbout(tx, references);
  if (submission === quoteRequest) await removeDealsOf(tx, references);
  return references;
}
