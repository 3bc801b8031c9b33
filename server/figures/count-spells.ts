import { type RawBuilder, sql } from "kysely";

import type { FigureSpell } from "#domain/figures.ts";
import type { Submission } from "#domain/submission.ts";

import type { Query } from "../database/database.ts";
import { answeredInTime, answeredLate } from "./answer-terms.ts";

interface CountRow {
  readonly spell: number;
  readonly received: number;
  readonly in_time: number;
  readonly late: number;
}

interface MedianRow {
  readonly spell: number;
  readonly median: number;
}

const nothing: FigureSpell = { received: 0, in_time: 0, late: 0, median_minutes: null };

/** What came since each of these moments, up to the next of them, and how soon it was answered. */
export async function countSpells(
  db: Query,
  submission: Submission,
  beginnings: readonly Date[],
  now: Date,
): Promise<FigureSpell[]> {
  const [counts, medians] = await Promise.all([
    countRows(db, submission, beginnings, now),
    medianRows(db, submission, beginnings),
  ]);
  return beginnings.map((_, spell) => {
    const { received, in_time, late } = counts.find((row) => row.spell === spell) ?? nothing;
    const median = medians.find((row) => row.spell === spell)?.median;
    return { received, in_time, late, median_minutes: median === undefined ? null : Math.round(median) };
  });
}

async function countRows(
  db: Query,
  { table }: Submission,
  beginnings: readonly Date[],
  now: Date,
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select spell, count(*) as received, ${answeredInTime} as in_time, ${answeredLate(now)} as late
    from (select ${spellOf(beginnings)} as spell, due_at, answered_at
      from ${sql.table(table)} where ${isSince(beginnings)}) as records
    group by spell`.execute(db);
  return rows;
}

/** The middle one of each spell, or the mean of the middle two. */
async function medianRows(
  db: Query,
  { table }: Submission,
  beginnings: readonly Date[],
): Promise<MedianRow[]> {
  const { rows } = await sql<MedianRow>`
    select spell, avg(minutes) as median
    from (select spell, minutes, row_number() over (partition by spell order by minutes) as place,
        count(*) over (partition by spell) as answers
      from (select ${spellOf(beginnings)} as spell, answer_minutes as minutes
        from ${sql.table(table)}
        where ${isSince(beginnings)} and answer_minutes is not null) as answered) as placed
    where place in ((answers + 1) / 2, (answers + 2) / 2)
    group by spell`.execute(db);
  return rows;
}

function isSince([first]: readonly Date[]): RawBuilder<unknown> {
  return first === undefined ? sql`false` : sql`created_at >= ${first.toISOString()}`;
}

/** The number of the spell in which a record came. */
function spellOf(beginnings: readonly Date[]): RawBuilder<unknown> {
  const latestFirst = [...beginnings.entries()].toReversed();
  const cases = latestFirst.map(
    ([spell, begins]) => sql`when created_at >= ${begins.toISOString()} then ${sql.lit(spell)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}
