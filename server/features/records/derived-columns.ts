import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { type AnsweredBy, endsAnswer, isOpenStatus, type RecordStatus } from "#domain/record-status.ts";
import type { RecordTable } from "#server/platform/database/tables.ts";

interface AnsweredRecord {
  readonly created_at: string;
  readonly answered_at: string | null;
  readonly answered_by: string | null;
}

export type AnswerColumns = Pick<RecordTable, "answered_at" | "answered_by" | "answer_minutes">;

export const unanswered: AnswerColumns = { answered_at: null, answered_by: null, answer_minutes: null };

/** Closing a record answers it. Opened again, it waits again. */
export function answerColumns(
  calendar: BusinessCalendar,
  record: AnsweredRecord,
  status: RecordStatus | undefined,
  at: Date,
): Partial<AnswerColumns> {
  if (status === undefined) return {};
  if (!isOpenStatus(status)) return answeredAt(calendar, record, { by: "closed", at });
  return endsAnswer(status, record.answered_by) ? unanswered : {};
}

/** The first answer counts. One after the record was closed answers in its place, so that opening it asks for no other. */
export function answeredAt(
  calendar: BusinessCalendar,
  record: AnsweredRecord,
  { by, at }: { readonly by: AnsweredBy; readonly at: Date },
): Partial<AnswerColumns> {
  if (record.answered_at !== null) return record.answered_by === "closed" ? { answered_by: by } : {};
  const minutes = openMinutes(calendar, new Date(record.created_at), at);
  return { answered_at: at.toISOString(), answered_by: by, answer_minutes: minutes };
}

function openMinutes(calendar: BusinessCalendar, received: Date, answered: Date): number {
  return Math.max(0, Math.round(calendar.openMinutesBetween(received, answered)));
}
