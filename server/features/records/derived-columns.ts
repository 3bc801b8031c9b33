import { type AnsweredBy, endsAnswer } from "#domain/answer.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { isOpenStatus, type RecordStatus } from "#domain/record-status.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordTable } from "#server/platform/database/tables.ts";

import { forEveryForm } from "./record-table.ts";

interface Answerable {
  readonly created_at: string;
  readonly answered_at: string | null;
  readonly answered_by: string | null;
}

export type Answer = Pick<RecordTable, "answered_at" | "answered_by" | "answer_minutes">;

export const unanswered: Answer = { answered_at: null, answered_by: null, answer_minutes: null };

/** Closing a record answers it. Opened again, it waits again. */
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
