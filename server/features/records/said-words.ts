import { setImmediate as nextTurn } from "node:timers/promises";

import { sql } from "kysely";

import { compactCode } from "#domain/deals/typed-numbers.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import type { RecordColumns } from "#domain/record-columns.ts";
import type { CommandDatabase, Query } from "#server/platform/database/database.ts";

import { forEveryForm, recordByReference, recordFromRow, selectRecords } from "./record-table.ts";
import { mostSaid, searchText } from "./search-words.ts";
import { replaceAskedParts } from "./stock-marks.ts";

/** Lets the search find a record by everything that was written in it. Call it with the record locked. */
export async function noteWords(tx: Query, table: string, id: string): Promise<void> {
  const submission = submissionBy("table", table);
  if (submission === undefined) return;
  const row = await selectRecords(tx, submission).where("id", "=", id).executeTakeFirst();
  if (row === undefined) return;
  const said = await textsSaid(tx, row);
  const search_text = searchText(submission, recordFromRow(row), row.ref_number, said);
  await forEveryForm(tx).updateTable(submission.table).set({ search_text }).where("id", "=", id).execute();
}

interface SaidText {
  readonly text: string;
  readonly content: string | null; // JSON of a quote, a draft or an offer.
}

const mailsMost = 200; // Anybody can send many long ones.

/** Returns texts that customers and staff wrote after the form, and those of quotes and offers, newest first. */
export async function textsSaid(
  db: Query,
  { id, ref_number: reference }: Pick<RecordColumns, "id" | "ref_number">,
): Promise<string[]> {
  const { rows } = await sql<SaidText>`
    select words as text, null as content, at from deal_messages
      where ref_number = ${reference} and words is not null and kind <> 'reply'
    union all select * from (
      select from_name || ' ' || from_address || ' ' || subject || ' ' || substr(words, 1, ${mostSaid}), null, at
      from inbound_mails where ref_number = ${reference} and kind <> 'report' order by at desc limit ${mailsMost}) as mails
    union all select note, null, at from record_events where record_id = ${id} and type = 'note'
    union all select words, null, created_at from outbox where ref_number = ${reference} and words is not null
    union all select words || ' ' || coalesce(answer, ''), null, at from returns where ref_number = ${reference}
    union all select payments.note, null, at from payments join orders on orders.id = order_id
      where ref_number = ${reference} and payments.note is not null
    union all select words, null, at from photo_requests where ref_number = ${reference} and words is not null
    union all select '', draft, updated_at from quote_drafts where ref_number = ${reference}
    union all select '', content, queued_at from quote_versions where ref_number = ${reference}
    union all select '', content, queued_at from offers where ref_number = ${reference}
    order by at desc`.execute(db);
  return rows.flatMap(({ text, content }) => (content === null ? [text] : textsIn(content)));
}

const written: ReadonlySet<string> = new Set([
  "text",
  "machine",
  "item_label",
  "evidence",
  "words",
  "fitment",
]);

/** Returns the written texts of a quote, a draft or an offer, with labels also without blanks and dashes. */
function textsIn(content: string): string[] {
  const texts: unknown[] = [];
  JSON.parse(content, (name, value: unknown) => {
    if (written.has(name)) texts.push(value);
    if (name === "item_label" && typeof value === "string") texts.push(compactCode(value));
    return value;
  });
  return texts.flat().filter((text) => typeof text === "string");
}

const atOnce = 1000;

/** Reads a batch of the records that an older version wrote in. */
export async function readSaid(database: CommandDatabase): Promise<void> {
  const unread = await database.reader.selectFrom("unread_records").selectAll().limit(atOnce).execute();
  for (const { reference } of unread) {
    const found = await recordByReference(database.reader, reference);
    await database.write(async (tx) => {
      if (found !== null) {
        await database.lock(tx, `record ${found.record.id}`);
        await noteWords(tx, found.submission.table, found.record.id);
        await replaceAskedParts(tx, found.submission, { ...found.record });
      }
      await tx.deleteFrom("unread_records").where("reference", "=", reference).execute();
    });
    await nextTurn();
  }
}
