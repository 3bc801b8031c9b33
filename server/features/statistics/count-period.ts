import { sql } from "kysely";

import type { PeriodStatistics } from "#domain/statistics.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { answeredInTime, answeredLate, ordered, settled } from "./answer-terms.ts";

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
  readonly settled: number;
  readonly ordered: number;
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
      coalesce(${answeredInTime}, 0) as in_time, coalesce(${answeredLate(now)}, 0) as late,
      coalesce(${settled}, 0) as settled, coalesce(${ordered}, 0) as ordered
    from ${sql.table(table)} where ${inPeriod}`.execute(db);
  const { received = 0, answered = 0, ...others } = rows[0] ?? {};
  const counts = { received, in_time: 0, late: 0, settled: 0, ordered: 0, ...others };
  if (answered === 0) return { ...counts, median_minutes: null };
  // The middle one, or the mean of the middle two.
  const middle = await sql<{ median: number }>`
    select avg(minutes) as median
    from (select answer_minutes as minutes from ${sql.table(table)}
      where ${inPeriod} and answer_minutes is not null
      order by answer_minutes limit ${2 - (answered % 2)} offset ${Math.floor((answered - 1) / 2)}) as middle`.execute(
    db,
  );
  return { ...counts, median_minutes: Math.round(middle.rows[0]?.median ?? 0) };
}
