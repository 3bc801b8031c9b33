import { sql } from "kysely";

import { fewestCases, type PeriodStatistics } from "#domain/statistics.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { answeredInTime, answeredLate } from "./answer-terms.ts";

/** `begins` is inside the period, `ends` is not. */
export interface Period {
  readonly begins: Date;
  readonly ends: Date;
}

type Counts = Omit<PeriodStatistics, "median_minutes"> & { readonly answered: number };

const nothing: Counts = { received: 0, answered: 0, in_time: 0, late: 0 };

export async function countPeriod(
  db: Query,
  submission: Submission,
  period: Period,
  now: Date,
): Promise<PeriodStatistics> {
  return withMedian(db, submission, period, await countsIn(db, submission, period, now));
}

/** Counts each part of a period, and the whole, of which only the median needs another look at the records. */
export async function countParts(
  db: Query,
  submission: Submission,
  { parts, whole }: { readonly parts: readonly Period[]; readonly whole: Period },
  now: Date,
): Promise<{ readonly each: PeriodStatistics[]; readonly total: PeriodStatistics }> {
  const counted = await Promise.all(
    parts.map(async (part) => {
      const counts = await countsIn(db, submission, part, now);
      return { counts, statistics: await withMedian(db, submission, part, counts) };
    }),
  );
  const sum = counted.map(({ counts }) => counts).reduce(sumOf, nothing);
  return {
    each: counted.map(({ statistics }) => statistics),
    total: await withMedian(db, submission, whole, sum),
  };
}

async function countsIn(db: Query, { table }: Submission, period: Period, now: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) as received, count(answer_minutes) as answered,
      coalesce(${answeredInTime}, 0) as in_time, coalesce(${answeredLate(now)}, 0) as late
    from ${sql.table(table)} where ${isIn(period)}`.execute(db);
  return rows[0] ?? nothing;
}

function isIn({ begins, ends }: Period) {
  return sql`created_at >= ${begins.toISOString()} and created_at < ${ends.toISOString()}`;
}

function sumOf(one: Counts, other: Counts): Counts {
  return {
    received: one.received + other.received,
    answered: one.answered + other.answered,
    in_time: one.in_time + other.in_time,
    late: one.late + other.late,
  };
}

/** The minutes to the middle answer, or the mean of the middle two. */
async function withMedian(
  db: Query,
  { table }: Submission,
  period: Period,
  { answered, ...counts }: Counts,
): Promise<PeriodStatistics> {
  if (answered < fewestCases) return { ...counts, median_minutes: null };
  const middle = await sql<{ median: number }>`
    select avg(minutes) as median
    from (select answer_minutes as minutes from ${sql.table(table)}
      where ${isIn(period)} and answer_minutes is not null
      order by answer_minutes limit ${2 - (answered % 2)} offset ${Math.floor((answered - 1) / 2)}) as middle`.execute(
    db,
  );
  return { ...counts, median_minutes: Math.round(middle.rows[0]?.median ?? 0) };
}
