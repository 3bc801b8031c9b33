import { randomUUIDv7 } from "node:crypto";

import { type Insertable, sql } from "kysely";

import type { Channel } from "#domain/new-request.ts";
import { initialStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordTable } from "#server/platform/database/tables.ts";

import { appendEvents, type NewRecordEvent } from "./record-events.ts";
import { forEveryForm } from "./record-table.ts";
import { keysOf } from "./relatives.ts";
import { searchText } from "./search-words.ts";
import { noteAskedParts } from "./stock-marks.ts";

/** The values of one record that do not come from the visitor's fields. */
export interface NewRecord {
  readonly refNumber: string;
  /** When the submission reached us, before its mail left: promises count from then (decision 004). */
  readonly createdAt: Date;
  readonly storedAt: Date;
  readonly dueAt: Date;
  /** Unset for adopted records: nobody could be asked. */
  readonly consent: boolean | null;
  readonly adopted: boolean;
  /** Set if staff entered it. */
  readonly entered?: EnteredBy;
}

interface EnteredBy {
  readonly channel: Channel;
  readonly userId: string;
  readonly follows: string | null;
}

export interface StoredSubmission<S extends Submission = Submission> {
  readonly values: SubmissionValues<S>;
  readonly record: NewRecord;
}

export interface InsertedRecord {
  readonly id: string;
  readonly reference: string;
  readonly createdAt: Date;
}

export async function insertRecord<S extends Submission>(
  tx: Query,
  submission: S,
  values: SubmissionValues<S>,
  record: NewRecord,
): Promise<void> {
  await insertRecords(tx, submission, [{ values, record }]);
}

export async function insertRecords<S extends Submission>(
  tx: Query,
  submission: S,
  stored: readonly StoredSubmission<S>[],
): Promise<InsertedRecord[]> {
  if (stored.length === 0) return [];
  // In the order of time, new ids share pages of the indexes: random ones made commits a seventh longer.
  const inserted = stored.map((one) => ({ ...one, id: randomUUIDv7() }));
  const events = await appendEvents(
    tx,
    inserted.flatMap(({ id, record }) => firstEvents(submission, id, record)),
  );
  const numbers = new Map(
    events.filter(({ type }) => type !== "mailed").map((event) => [event.record_id, event.id]),
  );
  const numbered = inserted.map((one) => ({ ...one, number: numbers.get(one.id) ?? 0 }));
  await forEveryForm(tx)
    .insertInto(submission.table)
    .values(numbered.map((one) => rowOf(submission, one)))
    .execute();
  const keys = numbered.flatMap(({ values, number }) =>
    keysOf(submission, values).map((key) => ({ key, number })),
  );
  if (keys.length > 0) await tx.insertInto("record_keys").values(keys).execute();
  await noteAskedParts(
    tx,
    submission,
    numbered.map(({ number, values }) => ({ ...values, number })),
  );
  return inserted.map(({ id, record }) => ({ id, reference: record.refNumber, createdAt: record.createdAt }));
}

function firstEvents({ table }: Submission, id: string, record: NewRecord): NewRecordEvent[] {
  const of = { record_table: table, record_id: id, reference: record.refNumber };
  const { entered } = record;
  const at = record.storedAt.toISOString();
  if (entered !== undefined)
    return [{ ...of, type: "created", at, user_id: entered.userId, becomes: entered.channel }];
  return [
    { ...of, type: "mailed", at: record.createdAt.toISOString() },
    { ...of, type: record.adopted ? "adopted" : "created", at },
  ];
}

interface RowParts {
  readonly id: string;
  readonly number: number;
  readonly values: Readonly<Record<string, string | number | undefined>>;
  readonly record: NewRecord;
}

function rowOf(submission: Submission, { id, number, values, record }: RowParts): Insertable<RecordTable> {
  const { entered } = record;
  const fields = Object.keys(submission.fields).map((name) => [name, values[name] ?? null] as const);
  return {
    ...Object.fromEntries(fields),
    id,
    number,
    version: number,
    ref_number: record.refNumber,
    status: initialStatus,
    created_at: record.createdAt.toISOString(),
    promised_at: record.dueAt.toISOString(),
    adopted: record.adopted,
    ...(submission.hasFiles ? { file_urls: "[]" } : {}),
    ...(submission.asksConsent ? { consent: record.consent } : {}),
    ...(entered === undefined
      ? {}
      : { channel: entered.channel, entered_by: entered.userId, follows: entered.follows }),
    search_text: searchText(submission, values, record.refNumber),
  };
}

/** Notes the consent of a visitor whose record was adopted before the store call came. */
export async function noteConsent(tx: Query, { table }: Submission, refNumber: string): Promise<void> {
  await sql`update ${sql.table(table)} set consent = ${true}
    where ref_number = ${refNumber} and consent is null`.execute(tx);
}
