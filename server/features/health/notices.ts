import type { FastifyInstance } from "fastify";
import { sql } from "kysely";

import { deskCalls } from "#domain/desk-wire.ts";
import { dayMs, minuteMs } from "#domain/durations.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import type { MailJournal, Notice, Outage } from "#domain/notice.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

/** Lists what staff must know about the installation, most severe first; and which kinds of mail failed and when. */
export function noticeRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskCalls.notices.path,
    forStaff(services, async ({ user }) => {
      const isOwner = user.desk_role === "owner";
      const found = await Promise.all(services.noticeSources.map((check) => check(isOwner)));
      const notices = found.filter((notice) => notice !== null);
      return { notices: notices.toSorted((a, b) => a.severity.localeCompare(b.severity)) };
    }),
  );
  server.get(
    deskCalls.mailJournal.path,
    forStaff(services, async (): Promise<MailJournal> => ({
      outages: await mailOutages(services.database.longReads, services.now()),
    })),
  );
}

/** How many customers may not have got a mail, counted by their records. */
export async function failedMailsNotice({ reader }: Database): Promise<Notice | null> {
  const tables = submissions.map(
    ({ table }) => sql`select count(*) as failed from ${sql.table(table)} where mail_problem is not null`,
  );
  const all = sql<{ failed: number }>`${sql.join(tables, sql` union all `)}`;
  const { rows } = await all.execute(reader);
  const count = rows.reduce((sum, { failed }) => sum + failed, 0);
  if (count === 0) return null;
  return {
    id: "failed-mails",
    severity: "danger",
    title:
      count === 1
        ? "A mail to a customer was not delivered."
        : `Mails to ${count} customers were not delivered.`,
    words: "Send them again, or ring and log the call.",
  };
}

/** The flag stays until the server is started again. */
export async function damageNotice(database: Database): Promise<Notice | null> {
  if (!database.isDamaged) return null;
  return {
    id: "damaged-database",
    severity: "danger",
    title: "The database is damaged.",
    words:
      "Some of it can no longer be read. Tell the person who runs the server now: they restore a backup (docs/backups.md).",
  };
}

const journalMs = dayMs;
/** Failures further apart than this are two outages. */
const gapMs = 30 * minuteMs;
const failuresAtMost = 10_000;

/** A visitor counts once however often they pressed the button, and not at all once a submission succeeded. */
async function mailOutages(db: Query, now: Date): Promise<Outage[]> {
  const failures = await db
    .selectFrom("attempts")
    .select(["form_type", "state", "created_at", "updated_at", "error_class"])
    .where("state", "in", ["refused", "unknown"])
    .where("updated_at", ">=", new Date(now.getTime() - journalMs).toISOString())
    .orderBy("updated_at", "desc")
    .limit(failuresAtMost)
    .execute();
  const outages: Outage[] = [];
  for (const failure of failures.toSorted((a, b) => a.created_at.localeCompare(b.created_at))) {
    const { created_at: from, updated_at: to, error_class: error } = failure;
    let outage = outages.at(-1);
    if (outage === undefined || Date.parse(from) - Date.parse(outage.to) > gapMs) {
      outage = { from, to, failed: {}, maybe_arrived: 0, errors: [] };
      outages.push(outage);
    }
    const kind = submissionBy("formType", failure.form_type)?.name ?? failure.form_type;
    outage.to = to > outage.to ? to : outage.to;
    outage.failed[kind] = (outage.failed[kind] ?? 0) + 1;
    outage.maybe_arrived += failure.state === "unknown" ? 1 : 0;
    outage.errors = [...new Set([...outage.errors, error ?? "unknown"])];
  }
  return outages.toReversed();
}
