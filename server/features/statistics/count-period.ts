import { sql } from "kysely";

import type { PeriodStatistics } from "#domain/statistics.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { answeredInTime, answeredLate } from "./answer-terms.ts";

/** `begins` is inside the period, `ends` is not. */
export interface Period {
  readonly begins: Date;
  readonly ends: Date;
}

interface CountRow {
  readonly received: number;
  readonly answered: number;
  readonly in_time: number;
  readonly late: number;
}

export async function countPeriod(
  db: Query,
  { table }: Submission,
  { begins, ends }: Period,
  now: Date,
): Promise<PeriodStatistics> {
  const inPeriod = sql`created_at >= ${begins.toISOString()} and created_at < ${ends.toISOString()}`;
  const { rows } = await sql<CountRow>`
    select count(*) as received, count(answer_minutes) as answered,
      coalesce(${answeredInTime}, 0) as in_time, coalesce(${answeredLate(now)}, 0) as late
    from ${sql.table(table)} where ${inPeriod}`.execute(db);
  const { received = 0, answered = 0, in_time = 0, late = 0 } = rows[0] ?? {};
  if (answered === 0) return { received, in_time, late, median_minutes: null };
  // The middle one, or the mean of the middle two.
  const middle = await sql<{ median: number }>`
    select avg(minutes) as median
    from (select answer_minutes as minutes from ${sql.table(table)}
      where ${inPeriod} and answer_minutes is not null
      order by answer_minutes limit ${2 - (answered % 2)} offset ${Math.floor((answered - 1) / 2)}) as middle`.execute(
    db,
  );
  return { received, in_time, late, median_minutes: Math.round(middle.rows[0]?.median ?? 0) };
}
