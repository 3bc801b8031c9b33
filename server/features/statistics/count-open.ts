import { sql } from "kysely";

import { addDays } from "#domain/calendar-date.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import { openAges, type OpenStatistics } from "#domain/statistics.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { countWhere } from "./answer-terms.ts";

/** Counts the open records of a form by the New Zealand days since they came. */
export async function countOpen(db: Query, submission: Submission, now: Date): Promise<OpenStatistics> {
  const { table } = submission;
  const atLeast = openAges.map(({ days }) => countWhere(sql`created_at >= ${daysAgo(now, days)}`));
  const columns = atLeast.map((count, index) => sql`coalesce(${count}, 0) as ${sql.ref(`age_${index}`)}`);
  const instant = now.toISOString();
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(columns)},
      coalesce(${countWhere(sql`${toAnswer(submission)} and (snoozed_until is null or snoozed_until <= ${instant})`)}, 0) as unanswered,
      coalesce(${countWhere(sql`answered_at is null and due_at < ${instant}`)}, 0) as overdue
    from ${sql.table(table)} where is_open = ${true}`.execute(db);
  const { unanswered = 0, overdue = 0, ...counts } = rows[0] ?? {};
  const younger = openAges.map((_, index) => counts[`age_${index}`] ?? 0);
  return {
    table,
    ages: younger.map((count, index) => count - (younger[index - 1] ?? 0)),
    unanswered,
    overdue,
  };
}

/** What the list "To answer" shows, unless it is snoozed. */
function toAnswer({ hasDeal }: Submission) {
  return hasDeal === true ? sql`(answered_at is null or next_step = 'answer')` : sql`answered_at is null`;
}

/** The beginning of the first of so many days, today included. */
function daysAgo(now: Date, days: number): string {
  if (days === Infinity) return new Date(0).toISOString();
  return nzInstant(addDays(nzDate(now), 1 - days), "00:00").toISOString();
}
