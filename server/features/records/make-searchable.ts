import { sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import type { Submission } from "#domain/submission.ts";
import type { Database, Query } from "#server/platform/database/database.ts";

import { recordColumnNames } from "./record-columns.ts";
import { keysOf } from "./record-keys.ts";
import { searchText } from "./search-words.ts";

const batch = 500;

type Row = Record<string, unknown> & { readonly id: string; readonly number: number };

/** Gives records from before there was a search their words and keys. Safe to run at any time. */
export async function makeSearchable(database: Database): Promise<void> {
  for (const submission of submissions) {
    for (let done = batch; done === batch;) done = await database.write((tx) => nextBatch(tx, submission));
  }
}

async function nextBatch(tx: Query, submission: Submission): Promise<number> {
  const table = sql.table(submission.table);
  const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
  const { rows } = await sql<Row>`
    select ${columns} from ${table} where search_text is null limit ${batch}`.execute(tx);
  for (const row of rows) {
    const words = searchText(submission, row, String(row["ref_number"]));
    await sql`update ${table} set search_text = ${words} where id = ${row.id}`.execute(tx);
    const keys = keysOf(submission, row).map((key) => ({ key, number: row.number }));
    if (keys.length > 0) {
      await tx
        .insertInto("record_keys")
        .values(keys)
        .onConflict((known) => known.doNothing())
        .execute();
    }
  }
  return rows.length;
}
