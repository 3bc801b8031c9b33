import type * as v from "valibot";

import type { openRecordSchema, RecordMail, RelatedRecord } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { recordListParser } from "#domain/record-schema.ts";
import { summaryOf } from "#domain/submission-values.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import type { FoundRecord } from "#server/features/records/record-by-reference.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import { type Relative, relativesOf } from "#server/features/records/record-keys.ts";
import { recordFromRow, selectRecords } from "#server/features/records/record-table.ts";
import { withRepeats } from "#server/features/records/repeats.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";

import { isReaddressed } from "./send-reply.ts";

export async function openRecord(
  db: Query,
  { submission, record }: FoundRecord,
): Promise<Omit<v.InferOutput<typeof openRecordSchema>, "deal">> {
  const [[shown = record], events, related, mails] = await Promise.all([
    withRepeats(db, submission, [{ ...record }]),
    eventsOf(db, record.id),
    relatedTo(db, record),
    mailsAbout(db, { submission, record }),
  ]);
  return {
    table: submission.table,
    record: shown,
    events: events.map(eventForDesk),
    related,
    mails,
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
      "words",
      "user_id",
    ])
    .select("envelope_to as to")
    .where("ref_number", "=", found.record.ref_number)
    .orderBy("created_at")
    .execute();
  return mails.map((mail) => ({ ...mail, is_readdressed: isReaddressed(found, mail.to) }));
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
