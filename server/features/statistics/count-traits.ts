import { sql } from "kysely";

import type { Field } from "#domain/field.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { type TraitStatistics, type WantedPart, namedTraits } from "#domain/statistics.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Engine } from "#server/platform/database/migrate.ts";
import { byCodePoint, inLowerCase } from "#server/platform/database/text-order.ts";

import { answeredInTime, answeredLate, countWhere } from "./answer-terms.ts";

type CountedDatabase = Pick<Database, "longReads" | "engine">;

/** Most frequent first. Spellings that differ only in capitals are one, named by the most frequent. */
export async function countTraits(
  { longReads: db, engine }: CountedDatabase,
  countedAs: Field["countedAs"],
  since: Date,
  now: Date,
): Promise<TraitStatistics[]> {
  const { rows } = await sql<TraitStatistics>`
    select name, ${whole("received")}, ${whole("in_time")}, ${whole("late")}
    from (select received, in_time, late, ${commonSpelling(engine)} as name
      from (select spelling, count(*) as received, ${answeredInTime} as in_time, ${answeredLate(now)} as late
        from (${recordsWith(countedAs, since)}) as records
        group by spelling) as spelled) as named
    group by name order by received desc, ${byCodePoint(engine, sql.ref("name"))} limit ${namedTraits}`.execute(
    db,
  );
  return rows;
}

/** Parts that were asked for and neither ordered nor otherwise done with, the most frequent first. */
export async function countWanted(
  { longReads: db, engine }: CountedDatabase,
  since: Date,
): Promise<WantedPart[]> {
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

const unsold = countWhere(sql`order_placed = ${false} and status <> 'completed'`);

function commonSpelling(engine: Engine) {
  const spelling = sql.ref("spelling");
  return sql`first_value(spelling) over (partition by ${inLowerCase(engine, spelling)}
    order by received desc, ${byCodePoint(engine, spelling)})`;
}

function recordsWith(countedAs: Field["countedAs"], since: Date) {
  const sources = submissions.flatMap((submission) =>
    fieldEntries(submission).flatMap(([name, field]) =>
      field.countedAs === countedAs ? [recordsOf(submission, name, since)] : [],
    ),
  );
  return sql.join(sources, sql` union all `);
}

function recordsOf({ table }: Submission, field: string, since: Date) {
  return sql`select ${sql.ref(field)} as spelling, due_at, answered_at, status, order_placed, duplicate_of
    from ${sql.table(table)} where created_at >= ${since.toISOString()}`;
}

/** In PostgreSQL, a sum of counts is numeric, not an integer. */
const whole = (column: string) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;
