import { sql } from "kysely";

import { type AnsweredBy, endsAnswer } from "#domain/answer.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { initialStatus, isOpenStatus, type RecordStatus } from "#domain/record-status.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { RecordTable } from "#server/platform/database/tables.ts";

import { keysOf } from "./record-keys.ts";
import { forEveryForm, selectRecords } from "./record-table.ts";
import { searchText } from "./search-words.ts";

interface Answerable {
  readonly created_at: string;
  readonly answered_at: string | null;
  readonly answered_by: string | null;
}

export type Answer = Pick<RecordTable, "answered_at" | "answered_by" | "answer_minutes">;

export const unanswered: Answer = { answered_at: null, answered_by: null, answer_minutes: null };

/** Closing a record answers it. Opened again, or put back to New as before version 024, it waits again. */
export function answerColumns(
  calendar: BusinessCalendar,
  record: Answerable,
  status: RecordStatus | undefined,
  at: Date,
): Partial<Answer> {
  if (status === undefined) return {};
  if (!isOpenStatus(status)) return answeredAt(calendar, record, { by: "closed", at });
  return endsAnswer({ status, answered_by: record.answered_by }) ? unanswered : {};
}

/** The first answer counts. One after the record was closed answers in its place, so that opening it asks for no other. */
export function answeredAt(
  calendar: BusinessCalendar,
  record: Answerable,
  { by, at }: { readonly by: AnsweredBy; readonly at: Date },
): Partial<Answer> {
  if (record.answered_at !== null) return record.answered_by === "closed" ? { answered_by: by } : {};
  const minutes = openMinutes(calendar, new Date(record.created_at), at);
  return { answered_at: at.toISOString(), answered_by: by, answer_minutes: minutes };
}

function openMinutes(calendar: BusinessCalendar, received: Date, answered: Date): number {
  return Math.max(0, Math.round(calendar.openMinutesBetween(received, answered)));
}

const batch = 500;

/** Fills in the columns that records from older versions lack. Safe to run at any time. */
export async function completeRecords(database: Database, calendar: BusinessCalendar): Promise<void> {
  for (const submission of submissions) {
    await inBatches(database, (tx) => makeSearchable(tx, submission));
    await inBatches(database, (tx) => dateRecords(tx, submission, calendar));
  }
}

async function inBatches(database: Database, job: (tx: Query) => Promise<number>): Promise<void> {
  for (let done = batch; done === batch;) done = await database.write(job);
}

async function makeSearchable(tx: Query, submission: Submission): Promise<number> {
  const rows = await selectRecords(tx, submission).where("search_text", "is", null).limit(batch).execute();
  for (const row of rows) {
    const words = searchText(submission, row, row.ref_number);
    await forEveryForm(tx)
      .updateTable(submission.table)
      .set({ search_text: words })
      .where("id", "=", row.id)
      .execute();
    const keys = keysOf(submission, row).map((key) => ({ key, number: row.number }));
    if (keys.length === 0) continue;
    const insert = tx.insertInto("record_keys").values(keys);
    await insert.onConflict((known) => known.doNothing()).execute();
  }
  return rows.length;
}

async function dateRecords(tx: Query, submission: Submission, calendar: BusinessCalendar): Promise<number> {
  const rows = await undatedRecords(tx, submission);
  for (const { id, created_at: createdAt, answered_at: answered } of rows) {
    const received = new Date(createdAt);
    const due = replyDue(submission.replyRule, received, calendar).due.toISOString();
    const minutes = answered === null ? null : openMinutes(calendar, received, new Date(answered));
    await forEveryForm(tx)
      .updateTable(submission.table)
      .set({
        due_at: due,
        answered_at: answered,
        answered_by: answered === null ? null : "former",
        answer_minutes: minutes,
      })
      .where("id", "=", id)
      .execute();
  }
  return rows.length;
}

/** Such a record was answered when it last left "new"; without a history, when it was last changed. */
function undatedRecords(tx: Query, { table }: Submission) {
  const lastLeftNew = tx
    .selectFrom("record_events")
    .select((events) => events.fn.max("at").as("at"))
    .where("record_table", "=", table)
    .whereRef("record_id", "=", sql.ref("undated.id"))
    .where("type", "=", "status")
    .where("was", "=", initialStatus);
  return forEveryForm(tx)
    .selectFrom(`${table} as undated`)
    .select(["id", "created_at"])
    .select(
      sql<
        string | null
      >`case when status <> ${initialStatus} then coalesce((${lastLeftNew}), updated_at) end`.as(
        "answered_at",
      ),
    )
    .where("due_at", "is", null)
    .limit(batch)
    .execute();
}

/** Gives records dated after `impossible` the time `now`: the clock was ahead when they came. Returns how many. */
export async function redateRecords(
  tx: Query,
  calendar: BusinessCalendar,
  { now, impossible }: { readonly now: Date; readonly impossible: Date },
): Promise<number> {
  let redated = 0;
  for (const { table, replyRule } of submissions) {
    const due = replyDue(replyRule, now, calendar).due.toISOString();
    const { numUpdatedRows } = await forEveryForm(tx)
      .updateTable(table)
      .set({ created_at: now.toISOString(), due_at: due })
      .where("created_at", ">", impossible.toISOString())
      .executeTakeFirst();
    redated += Number(numUpdatedRows);
  }
  return redated;
}
