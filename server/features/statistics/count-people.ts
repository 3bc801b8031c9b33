import { sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import type { PersonStatistics } from "#domain/statistics.ts";
import type { Query } from "#server/platform/database/database.ts";
import { removedRecord } from "#server/platform/database/tables.ts";

import { countWhere } from "./answer-terms.ts";

/** Counts the open records of assignees, and the quotes, answers, replies and calls of everybody since a moment. */
export async function countPeople(db: Query, since: Date): Promise<PersonStatistics[]> {
  const [records, events] = await Promise.all([openByAssignee(db), answersByUser(db, since)]);
  const users = await db.selectFrom("users").select(["id", "full_name", "email"]).execute();
  return users
    .map(({ id, full_name: name, email }) => ({
      name: name || email,
      ...nothing,
      ...records.find((one) => one.user_id === id)?.counts,
      ...events.find((one) => one.user_id === id)?.counts,
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
  return rows.map(({ user_id, open }) => ({ user_id, counts: { open } }));
}

/** What was taken back does not count, nor what was about a record that has been removed. */
async function answersByUser(db: Query, since: Date) {
  const count = (type: string) =>
    sql`${countWhere(sql`type = ${type}`)} - ${countWhere(sql`type = ${`${type}_undone`}`)}`;
  const { rows } = await sql<
    { user_id: string } & Record<"quotes" | "answers" | "replies" | "calls", number>
  >`
    select user_id, ${count("quote")} as quotes, ${countWhere(sql`type = 'answered'`)} as answers,
      ${count("reply")} as replies, ${count("call")} as calls
    from record_events
    where at >= ${since.toISOString()} and user_id is not null and reference is not null
      and record_id <> ${removedRecord} and type in ('quote', 'quote_undone', 'answered', 'reply', 'call', 'call_undone')
    group by user_id`.execute(db);
  return rows.map(({ user_id, ...counts }) => ({ user_id, counts }));
}
