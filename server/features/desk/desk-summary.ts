import { sql } from "kysely";

import type { DeskCounts, DeskPerson, DeskSummary } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import { alphabetically } from "#server/platform/database/text-order.ts";

/** Returns counts for a user, and everyone's names. Costs the same however many records there are. */
export async function deskSummary(db: Query, userId: string, now: Date): Promise<DeskSummary> {
  const counts = await Promise.all(
    submissions.map(async (kind) => [kind.table, await countsOf(db, kind, userId, now)] as const),
  );
  return { counts: Object.fromEntries(counts), people: await people(db) };
}

async function countsOf(db: Query, { table }: Submission, userId: string, now: Date): Promise<DeskCounts> {
  const instant = now.toISOString();
  const [byStatus, { rows }] = await Promise.all([
    db.selectFrom("record_counts").select(["status", "count"]).where("record_table", "=", table).execute(),
    // Each part has an index that few records are in: together with `is_open`, SQLite would read all open ones.
    sql<{ owned: number; snoozed: number; owned_snoozed: number; mail_problems: number }>`
      select
        (select count(*) from ${sql.table(table)} where owner_id = ${userId} and is_open = ${true}) as owned,
        (select count(*) from ${sql.table(table)} where mail_problem is not null) as mail_problems,
        count(*) filter (where is_open = ${true}) as snoozed,
        count(*) filter (where is_open = ${true} and owner_id = ${userId}) as owned_snoozed
      from ${sql.table(table)} where snoozed_until > ${instant}`.execute(db),
  ]);
  const { owned = 0, snoozed = 0, owned_snoozed: ownedSnoozed = 0, mail_problems = 0 } = rows[0] ?? {};
  return {
    statuses: Object.fromEntries(byStatus.map(({ status, count }) => [status, count])),
    mine: owned - ownedSnoozed,
    snoozed,
    mail_problems,
  };
}

/** Returns everyone who can sign in or once could. */
export async function people(db: Query): Promise<DeskPerson[]> {
  const users = await db.selectFrom("users").select(["id", "full_name", "email", "disabled_at"]).execute();
  return alphabetically(users, "full_name").map(({ disabled_at: disabledAt, ...user }) => ({
    ...user,
    is_active: disabledAt === null,
  }));
}
