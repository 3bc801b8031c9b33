import { randomUUID } from "node:crypto";

import { sql } from "kysely";

import { initialStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { appendEvents, type NewRecordEvent } from "./record-events.ts";
import { keysOf } from "./record-keys.ts";
import { searchText } from "./search-words.ts";

/** The values of one record that do not come from the visitor's fields. */
export interface NewRecord {
  readonly refNumber: string;
  /** When the submission reached us, before its mail left: promises count from then (decision 004). */
  readonly createdAt: Date;
  readonly storedAt: Date;
  /** By when a reply is promised. */
  readonly dueAt: Date;
  /** Null where nobody could be asked: the record was adopted. */
  readonly consent: boolean | null;
  readonly adopted: boolean;
}

/** A submission that becomes a record. */
export interface NewEntry<S extends Submission = Submission> {
  readonly values: SubmissionValues<S>;
  readonly record: NewRecord;
}

/** A record that has just been inserted. */
export interface BornRecord {
  readonly id: string;
  readonly createdAt: Date;
}

/** Inserts one record with all that belongs to it. */
export async function insertRecord<S extends Submission>(
  tx: Query,
  submission: S,
  values: SubmissionValues<S>,
  record: NewRecord,
): Promise<void> {
  await insertRecords(tx, submission, [{ values, record }]);
}

/** Inserts records, with the beginning of their history, their search words and their keys. */
export async function insertRecords<S extends Submission>(
  tx: Query,
  submission: S,
  entries: readonly NewEntry<S>[],
): Promise<BornRecord[]> {
  const births = entries.map((entry) => ({ ...entry, id: randomUUID() }));
  const events = await appendEvents(
    tx,
    births.flatMap(({ id, record }) => birthEvents(submission, id, record)),
  );
  const numbers = new Map(
    events.filter(({ type }) => type !== "mailed").map((event) => [event.record_id, event.id]),
  );
  const rows = births.map(({ id, values, record }) =>
    rowOf(submission, values, record, { id, number: numbers.get(id) }),
  );
  await insertRows(tx, submission, rows);
  const keys = births.flatMap(({ id, values }) =>
    keysOf(submission, values).map((key) => ({ key, number: numbers.get(id) ?? 0 })),
  );
  if (keys.length > 0) await tx.insertInto("record_keys").values(keys).execute();
  return births.map(({ id, record }) => ({ id, createdAt: record.createdAt }));
}

function birthEvents({ table }: Submission, id: string, record: NewRecord): NewRecordEvent[] {
  const of = { record_table: table, record_id: id };
  return [
    { ...of, type: "mailed", at: record.createdAt.toISOString() },
    { ...of, type: record.adopted ? "adopted" : "created", at: record.storedAt.toISOString() },
  ];
}

type Row = Readonly<Record<string, unknown>>;

function rowOf(
  submission: Submission,
  values: Readonly<Record<string, string | number | undefined>>,
  record: NewRecord,
  { id, number }: { id: string; number: number | undefined },
): Row {
  const fields = Object.keys(submission.fields).map((name) => [name, values[name] ?? null] as const);
  return {
    id,
    number,
    version: number,
    ref_number: record.refNumber,
    status: initialStatus,
    created_at: record.createdAt.toISOString(),
    due_at: record.dueAt.toISOString(),
    adopted: record.adopted,
    ...(submission.hasFiles ? { file_urls: "[]" } : {}),
    ...Object.fromEntries(fields),
    ...(submission.asksConsent ? { consent: record.consent } : {}),
    search_text: searchText(submission, values, record.refNumber),
  };
}

async function insertRows(tx: Query, { table }: Submission, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const tuples = sql.join(rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`));
  await sql`insert into ${sql.table(table)} (${columns}) values ${tuples}`.execute(tx);
}

/** Notes the consent of a visitor whose record was adopted before the store call came. */
export async function noteConsent(tx: Query, submission: Submission, refNumber: string): Promise<void> {
  const table = sql.table(submission.table);
  await sql`update ${table} set consent = ${true} where ref_number = ${refNumber} and consent is null`.execute(
    tx,
  );
}

/** Turns a row of either engine into the record the panel knows. */
export function recordFromRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const record: Record<string, unknown> = { ...row };
  if (typeof row["file_urls"] === "string") record["file_urls"] = JSON.parse(row["file_urls"]);
  for (const flag of ["consent", "adopted", "order_placed"]) {
    if (typeof row[flag] === "number") record[flag] = row[flag] === 1;
  }
  return record;
}
