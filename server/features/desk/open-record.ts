import { sql } from "kysely";

import type {
  DeskCounts,
  DeskPerson,
  DeskSummary,
  RecordMail,
  RelatedRecord,
  ShownRecord,
} from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { recordListParser } from "#domain/record-schema.ts";
import { summaryOf } from "#domain/submission-values.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { countUnfiled, filedMails } from "#server/features/records/inbound-mails.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import { type FoundRecord, recordFromRow, selectRecords } from "#server/features/records/record-table.ts";
import { type Relative, relativesOf, withRepeats } from "#server/features/records/relatives.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";
import { alphabetically } from "#server/platform/database/text-order.ts";

import { isReaddressed } from "./send-reply.ts";

export async function openRecord(
  db: Query,
  { submission, record }: FoundRecord,
): Promise<Omit<ShownRecord, "deal" | "sale" | "photos">> {
  const [[shown = record], events, related, mails, messages] = await Promise.all([
    withRepeats(db, submission, [{ ...record }]),
    eventsOf(db, record.id),
    relatedTo(db, record),
    mailsAbout(db, { submission, record }),
    submission.hasDeal === true ? [] : filedMails(db, record.ref_number, record.asked_at),
  ]);
  return {
    table: submission.table,
    record: shown,
    events: events.map(eventForDesk),
    related,
    mails,
    messages,
  };
}

/** An event without what names its record. */
function eventForDesk(row: RecordEventRow): RecordEvent {
  const { id, type, at, user_id, field, was, becomes, note } = row;
  return { id, type, at, user_id, field, was, becomes, note };
}

async function mailsAbout(db: Query, found: FoundRecord): Promise<RecordMail[]> {
  const mails = await db
    .selectFrom("outbox")
    .select([
      "key",
      "kind",
      "state",
      "changed_at as at",
      "due_at",
      "error_class as error",
      "code",
      "words",
      "user_id",
    ])
    .select(["envelope_to", "record_address"])
    .where("ref_number", "=", found.record.ref_number)
    .orderBy("created_at")
    .execute();
  return mails.map(({ envelope_to, record_address, ...mail }) => {
    const isSent = mail.state === "sent";
    const is_readdressed = !isSent && isReaddressed(found, { envelope_to, record_address });
    return { ...mail, to: isSent ? null : envelope_to, is_readdressed };
  });
}

async function relatedTo(db: Query, record: SubmissionRecord): Promise<RelatedRecord[]> {
  const relatives = await relativesOf(db, record.number);
  const found = await Promise.all(
    submissions.map(async (submission) => {
      const own = relatives.filter(({ table }) => table === submission.table);
      if (own.length === 0) return [];
      const ids = own.map(({ recordId }) => recordId);
      const rows = await selectRecords(db, submission).where("id", "in", ids).execute();
      const records = recordListParser(submission)(rows.map(recordFromRow));
      return records.map((one) => asRelated(submission, one, own));
    }),
  );
  return found.flat().toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

function asRelated(
  submission: Submission,
  record: SubmissionRecord,
  relatives: readonly Relative[],
): RelatedRecord {
  return {
    table: submission.table,
    ref_number: record.ref_number,
    status: record.status,
    created_at: record.created_at,
    summary: summaryOf(submission, record),
    duplicate_of: record.duplicate_of,
    shares: [...(relatives.find(({ recordId }) => recordId === record.id)?.shares ?? [])],
  };
}

/** Returns counts for a user, and everyone's names. Costs the same however many records there are. */
export async function deskSummary(db: Query, userId: string, now: Date): Promise<DeskSummary> {
  const counts = await Promise.all(
    submissions.map(async (kind) => [kind.table, await countsOf(db, kind, userId, now)] as const),
  );
  return { counts: Object.fromEntries(counts), people: await people(db), unfiled: await countUnfiled(db) };
}

async function countsOf(db: Query, { table }: Submission, userId: string, now: Date): Promise<DeskCounts> {
  const instant = now.toISOString();
  const [byStatus, { rows }] = await Promise.all([
    db.selectFrom("record_counts").select(["status", "count"]).where("record_table", "=", table).execute(),
    // Each part has an index that few records are in: together with `is_open`, SQLite would read all open ones.
    sql<{ owned: number; snoozed: number; owned_snoozed: number; mail_problems: number; due: number }>`
      select
        (select count(*) from ${sql.table(table)} where owner_id = ${userId} and is_open = ${true}) as owned,
        (select count(*) from ${sql.table(table)} where mail_problem is not null) as mail_problems,
        (select count(*) from ${sql.table(table)} where is_to_answer = ${true}
          and (snoozed_until is null or snoozed_until <= ${instant})) as due,
        count(*) filter (where is_open = ${true}) as snoozed,
        count(*) filter (where is_open = ${true} and owner_id = ${userId}) as owned_snoozed
      from ${sql.table(table)} where snoozed_until > ${instant}`.execute(db),
  ]);
  const {
    owned = 0,
    snoozed = 0,
    owned_snoozed: ownedSnoozed = 0,
    mail_problems = 0,
    due = 0,
  } = rows[0] ?? {};
  return {
    statuses: Object.fromEntries(byStatus.map(({ status, count }) => [status, count])),
    mine: owned - ownedSnoozed,
    snoozed,
    due,
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
