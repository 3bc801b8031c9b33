import { type RawBuilder, sql } from "kysely";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { initialStatus, type RecordStatus } from "#domain/record-status.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";
import type { Database, Query } from "#server/platform/database/database.ts";

/**
 * The cells by which a change of status answers a record: it counts as answered from the moment it is
 * no longer new, and waits again where it is put back.
 */
export function answerCells(
  calendar: BusinessCalendar,
  record: Readonly<Record<string, unknown>>,
  status: RecordStatus | undefined,
  at: Date,
): Readonly<Record<string, string | number | null>> {
  const wasNew = record["status"] === initialStatus;
  if (status === undefined || wasNew === (status === initialStatus)) return {};
  if (!wasNew) return { answered_at: null, answer_minutes: null };
  const received = new Date(String(record["created_at"]));
  return { answered_at: at.toISOString(), answer_minutes: openMinutes(calendar, received, at) };
}

function openMinutes(calendar: BusinessCalendar, received: Date, answered: Date): number {
  return Math.max(0, Math.round(calendar.openMinutesBetween(received, answered)));
}

const batch = 500;

interface UndatedRow {
  readonly id: string;
  readonly created_at: string;
  readonly answered_at: string | null;
}

/** Gives records from before these times were kept their times. Safe to run at any time. */
export async function dateRecords(database: Database, calendar: BusinessCalendar): Promise<void> {
  for (const submission of submissions) {
    for (let done = batch; done === batch;) {
      done = await database.write((tx) => dateBatch(tx, submission, calendar));
    }
  }
}

/**
 * Gives records from after `impossible` the time `now`, the latest at which they can have arrived, and a
 * reply time to suit: the clock was ahead when they came. Returns how many.
 */
export async function redateRecords(
  tx: Query,
  calendar: BusinessCalendar,
  { now, impossible }: { readonly now: Date; readonly impossible: Date },
): Promise<number> {
  let redated = 0;
  for (const { table, replyRule } of submissions) {
    const due = replyDue(replyRule, now, calendar).due.toISOString();
    const { rows } = await sql<{ id: string }>`
      update ${sql.table(table)} set created_at = ${now.toISOString()}, due_at = ${due}
      where created_at > ${impossible.toISOString()} returning id`.execute(tx);
    redated += rows.length;
  }
  return redated;
}

async function dateBatch(tx: Query, submission: Submission, calendar: BusinessCalendar): Promise<number> {
  const table = sql.table(submission.table);
  const { rows } = await sql<UndatedRow>`
    select id, created_at, ${answeredAt(submission)} as answered_at from ${table} as undated
    where due_at is null limit ${batch}`.execute(tx);
  for (const { id, created_at: createdAt, answered_at: answered } of rows) {
    const received = new Date(createdAt);
    const due = replyDue(submission.replyRule, received, calendar).due.toISOString();
    const minutes = answered === null ? null : openMinutes(calendar, received, new Date(answered));
    await sql`update ${table} set due_at = ${due}, answered_at = ${answered}, answer_minutes = ${minutes}
      where id = ${id}`.execute(tx);
  }
  return rows.length;
}

/** When it last left "new"; what has no history yet was changed at its latest change at the latest. */
function answeredAt({ table }: Submission): RawBuilder<unknown> {
  return sql`case when status <> ${initialStatus} then coalesce(
    (select max(at) from record_events
      where record_table = ${table} and record_id = undated.id and type = 'status' and was = ${initialStatus}),
    updated_at) end`;
}
