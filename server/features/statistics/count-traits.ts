import { sql } from "kysely";

import type { Field } from "#domain/field.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { type TraitStatistics, namedTraits } from "#domain/statistics.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { answeredInTime, answeredLate } from "./answer-terms.ts";

/** Most frequent first. Spellings that differ only in capitals are one, named by the most frequent. */
export async function countTraits(
  db: Query,
  countedAs: Field["countedAs"],
  since: Date,
  now: Date,
): Promise<TraitStatistics[]> {
  const sources = submissions.flatMap((submission) =>
    fieldEntries(submission).flatMap(([name, field]) =>
      field.countedAs === countedAs ? [recordsOf(submission, name, since)] : [],
    ),
  );
  const { rows } = await sql<TraitStatistics>`
    select name, ${whole("received")}, ${whole("in_time")}, ${whole("late")}
    from (select received, in_time, late,
        first_value(spelling) over (partition by lower(spelling) order by received desc, spelling) as name
      from (select spelling, count(*) as received, ${answeredInTime} as in_time, ${answeredLate(now)} as late
        from (${sql.join(sources, sql` union all `)}) as records
        group by spelling) as spelled) as named
    group by name order by received desc, name limit ${namedTraits}`.execute(db);
  return rows;
}

function recordsOf({ table }: Submission, field: string, since: Date) {
  return sql`select ${sql.ref(field)} as spelling, due_at, answered_at
    from ${sql.table(table)} where created_at >= ${since.toISOString()}`;
}

/** In PostgreSQL, a sum of counts is numeric, not an integer. */
const whole = (column: string) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;
