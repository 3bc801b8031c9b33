import { type RawBuilder, sql } from "kysely";

import { addDays } from "#domain/calendar-date.ts";
import type { Field } from "#domain/field.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import {
  fewestCases,
  namedTraits,
  openAges,
  type OpenStatistics,
  type OutcomeCounts,
  type PeriodStatistics,
  type PersonStatistics,
  type TraitStatistics,
  type WantedPart,
} from "#domain/statistics.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { Engine } from "#server/platform/database/migrate.ts";
import { removedRecord } from "#server/platform/database/tables.ts";
import { byCodePoint, inLowerCase } from "#server/platform/database/text-order.ts";

/** `begins` is inside the period, `ends` is not. */
export interface Period {
  readonly begins: Date;
  readonly ends: Date;
}

const countWhere = (condition: RawBuilder<unknown>) => sql`count(case when ${condition} then 1 end)`;

/** How many were answered by the moment that was promised, and how many later or are overdue. */
const outcomes = (now: Date) => sql`count(*) as received,
  ${countWhere(sql`answered_at <= promised_at`)} as in_time,
  ${countWhere(sql`coalesce(answered_at, ${now.toISOString()}) > promised_at`)} as late`;

/** Counts what came in a period, with the minutes to the middle answer, or the mean of the middle two. */
export async function countPeriod(
  db: Query,
  { table }: Submission,
  { begins, ends }: Period,
  now: Date,
): Promise<PeriodStatistics> {
  const isIn = sql`created_at >= ${begins.toISOString()} and created_at < ${ends.toISOString()}`;
  const counted = await sql<OutcomeCounts & { readonly answered: number }>`
    select ${outcomes(now)}, count(answer_minutes) as answered from ${sql.table(table)} where ${isIn}`.execute(
    db,
  );
  const { answered, ...counts } = counted.rows[0] ?? { answered: 0, received: 0, in_time: 0, late: 0 };
  if (answered < fewestCases) return { ...counts, median_minutes: null };
  const middle = await sql<{ median: number }>`
    select avg(minutes) as median
    from (select answer_minutes as minutes from ${sql.table(table)}
      where ${isIn} and answer_minutes is not null
      order by answer_minutes limit ${2 - (answered % 2)} offset ${Math.floor((answered - 1) / 2)}) as middle`.execute(
    db,
  );
  return { ...counts, median_minutes: Math.round(middle.rows[0]?.median ?? 0) };
}

/** Counts the open records of a form by the New Zealand days since they came, and those that wait for an answer. */
export async function countOpen(db: Query, submission: Submission, now: Date): Promise<OpenStatistics> {
  const { table } = submission;
  const atLeast = openAges.map(({ days }) => countWhere(sql`created_at >= ${daysAgo(now, days)}`));
  const columns = atLeast.map((count, index) => sql`${count} as ${sql.ref(`age_${index}`)}`);
  const instant = now.toISOString();
  const due = (condition: RawBuilder<unknown>) =>
    sql`(select count(*) from ${sql.table(table)} where is_to_answer = ${true} and ${condition})`;
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(columns)},
      ${due(sql`(snoozed_until is null or snoozed_until <= ${instant})`)} as unanswered,
      ${due(sql`due_at < ${instant}`)} as overdue
    from ${sql.table(table)} where is_open = ${true}`.execute(db);
  const { unanswered = 0, overdue = 0, ...counts } = rows[0] ?? {};
  const younger = openAges.map((_, index) => counts[`age_${index}`] ?? 0);
  const ages = younger.map((count, index) => count - (younger[index - 1] ?? 0));
  return { table, ages, unanswered, overdue };
}

/** The beginning of the first of so many days, today included. */
function daysAgo(now: Date, days: number): string {
  if (days === Infinity) return new Date(0).toISOString();
  return nzInstant(addDays(nzDate(now), 1 - days), "00:00").toISOString();
}

/** Most frequent first. Spellings that differ only in capitals are one, named by the most frequent. */
export async function countTraits(
  { longReads: db, engine }: Database,
  countedAs: Field["countedAs"],
  since: Date,
  now: Date,
): Promise<TraitStatistics[]> {
  const { rows } = await sql<TraitStatistics>`
    select name, ${whole("received")}, ${whole("in_time")}, ${whole("late")}
    from (select received, in_time, late, ${commonSpelling(engine)} as name
      from (select spelling, ${outcomes(now)}
        from (${recordsWith(countedAs, since)}) as records
        group by spelling) as spelled) as named
    group by name order by received desc, ${byCodePoint(engine, sql.ref("name"))} limit ${namedTraits}`.execute(
    db,
  );
  return rows;
}

/** Parts that were asked for and neither ordered nor otherwise done with, the most frequent first. */
export async function countWanted({ longReads: db, engine }: Database, since: Date): Promise<WantedPart[]> {
  const unsold = countWhere(sql`order_placed = ${false} and status <> 'completed'`);
  const { rows } = await sql<WantedPart>`
    select name, ${whole("asked")}, ${whole("unsold")}
    from (select received as asked, unsold, ${commonSpelling(engine)} as name
      from (select spelling, count(*) as received, ${unsold} as unsold
        from (${recordsWith("parts", since)}) as records
        where duplicate_of is null
        group by spelling) as spelled) as named
    group by name having sum(unsold) > 0
    order by unsold desc, ${byCodePoint(engine, sql.ref("name"))} limit ${namedTraits}`.execute(db);
  return rows;
}

function commonSpelling(engine: Engine) {
  const spelling = sql.ref("spelling");
  return sql`first_value(spelling) over (partition by ${inLowerCase(engine, spelling)}
    order by received desc, ${byCodePoint(engine, spelling)})`;
}

function recordsWith(countedAs: Field["countedAs"], since: Date) {
  const sources = submissions.flatMap((submission) =>
    fieldEntries(submission).flatMap(([name, field]) => {
      if (field.countedAs !== countedAs) return [];
      return sql`select ${sql.ref(name)} as spelling, promised_at, answered_at, status, order_placed, duplicate_of
        from ${sql.table(submission.table)} where created_at >= ${since.toISOString()}`;
    }),
  );
  return sql.join(sources, sql` union all `);
}

/** In PostgreSQL, a sum of counts is numeric, not an integer. */
const whole = (column: string) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;

/** Counts the open records of assignees, and the quotes, answers, replies and calls of everybody since a moment. */
export async function countPeople(db: Query, since: Date): Promise<PersonStatistics[]> {
  const [open, answers] = [await openByAssignee(db), await answersByUser(db, since)];
  const users = await db.selectFrom("users").select(["id", "full_name", "email"]).execute();
  return users
    .map(({ id, full_name: name, email }) => ({
      name: name || email,
      ...nothing,
      ...open.get(id),
      ...answers.get(id),
    }))
    .filter((person) => busyness(person) > 0)
    .toSorted((a, b) => busyness(b) - busyness(a) || a.name.localeCompare(b.name, "en-NZ"));
}

const nothing = { open: 0, quotes: 0, answers: 0, replies: 0, calls: 0 };

function busyness({ open, quotes, answers, replies, calls }: PersonStatistics): number {
  return open + quotes + answers + replies + calls;
}

async function openByAssignee(db: Query) {
  const sources = submissions.map(
    ({ table }) =>
      sql`select owner_id from ${sql.table(table)} where owner_id is not null and is_open = ${true}`,
  );
  const { rows } = await sql<{ user_id: string; open: number }>`
    select owner_id as user_id, count(*) as open
    from (${sql.join(sources, sql` union all `)}) as records group by owner_id`.execute(db);
  return new Map(rows.map(({ user_id, ...counts }) => [user_id, counts]));
}

/** Leaves out undone calls, and events of records that have been removed. */
async function answersByUser(db: Query, since: Date) {
  const count = (type: string) => countWhere(sql`type = ${type}`);
  const { rows } = await sql<{ user_id: string } & Omit<PersonStatistics, "name" | "open">>`
    select user_id, ${count("quote")} as quotes, ${count("answered")} as answers,
      ${count("reply")} as replies, ${count("call")} - ${count("call_undone")} as calls
    from record_events
    where at >= ${since.toISOString()} and user_id is not null and reference is not null
      and record_id <> ${removedRecord} and type in ('quote', 'answered', 'reply', 'call', 'call_undone')
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, ...counts }) => [user_id, counts]));
}
