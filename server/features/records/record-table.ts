import { type InferResult, sql } from "kysely";

import { kindOf } from "#domain/field.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { RecordColumns } from "#domain/record-columns.ts";
import { recordListParser } from "#domain/record-schema.ts";
import {
  hasSteps,
  type RecordTableName,
  type Submission,
  type SubmissionRecord,
} from "#domain/submission.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { RecordTable } from "#server/platform/database/tables.ts";

/** An `integer` has 32 bits, a `serial` as many as JavaScript counts exactly; a `list` is JSON. */
export type ColumnKind = "text" | "integer" | "serial" | "decimal" | "flag" | "instant" | "list";

const commonColumns = [
  ["id", "text"],
  ["ref_number", "text"],
  ["status", "text"],
  ["created_at", "instant"],
  ["updated_at", "instant"],
  ["adopted", "flag"],
  ["order_placed", "flag"],
  ["number", "serial"],
  ["version", "serial"],
  ["owner_id", "text"],
  ["snoozed_until", "instant"],
  ["duplicate_of", "text"],
  ["due_at", "instant"],
  ["answered_at", "instant"],
  ["answered_by", "text"],
  ["asked_at", "instant"],
  ["other_mail_at", "instant"],
  ["mail_problem", "text"],
  ["channel", "text"],
  ["entered_by", "text"],
  ["follows", "text"],
  ["followed_by", "text"],
  ["untold_at", "instant"],
] as const satisfies readonly (readonly [string, ColumnKind])[];

const commonNames = commonColumns.map(([name]) => name);
const commonKinds: ReadonlyMap<string, ColumnKind> = new Map(commonColumns);

/** Columns for the next step of staff on a deal, and how long it holds. */
const stepKinds: ReadonlyMap<string, ColumnKind> = new Map([
  ["next_step", "text"],
  ["step_until", "instant"],
]);

function fieldNames(submission: Submission): string[] {
  const files = submission.hasFiles ? ["file_urls"] : [];
  const consent = submission.asksConsent ? ["consent"] : [];
  const steps = hasSteps(submission) ? stepKinds.keys() : [];
  const sold = submission.hasDeal === true ? ["sold_text"] : [];
  return [...files, ...Object.keys(submission.fields), ...consent, ...steps, ...sold];
}

/** The columns of a form's table, in the order in which they are returned. */
export function recordColumnNames(submission: Submission): string[] {
  return [...commonNames, ...fieldNames(submission)];
}

/** Flags that the database derives: whether a record is still open, and whether it waits for our answer. */
const derivedFlags: readonly string[] = ["is_open", "is_to_answer"];

export function isFilterColumn(submission: Submission, column: string): boolean {
  return derivedFlags.includes(column) || recordColumnNames(submission).includes(column);
}

export const serverColumns: ReadonlySet<string> = new Set([
  ...commonNames.filter((name) => name !== "ref_number" && name !== "status"),
  ...stepKinds.keys(),
  "sold_text",
]);

export function columnKind(submission: Submission, column: string): ColumnKind {
  if (column === "consent" || derivedFlags.includes(column)) return "flag";
  if (column === "file_urls") return "list";
  const field = submission.fields[column];
  return field === undefined
    ? (commonKinds.get(column) ?? stepKinds.get(column) ?? "text")
    : kindOf(field).column;
}

/** The database as code for every form sees it: a record table has the columns that all of them share. */
export function forEveryForm(db: Query) {
  return db.$omitTables<RecordTableName>().$extendTables<Record<RecordTableName, RecordTable>>();
}

/** Keeps a record from being removed until the transaction ends. False if it is gone. */
export async function keepRecord(
  tx: Query,
  { engine }: Pick<Database, "engine">,
  { table }: Submission,
  id: string,
): Promise<boolean> {
  const record = forEveryForm(tx).selectFrom(table).select("id").where("id", "=", id);
  // SQLite has one writer at a time anyway.
  const kept = engine === "postgres" ? record.forKeyShare() : record;
  return (await kept.executeTakeFirst()) !== undefined;
}

type StoredValue = string | number | boolean | readonly string[] | null;

/** Begins a query for the records of a form; `recordFromRow` turns its rows into records. */
export function selectRecords(db: Query, submission: Submission) {
  const fields = fieldNames(submission).map((name) => sql<StoredValue>`${sql.ref(name)}`.as(name));
  return forEveryForm(db).selectFrom(submission.table).select(commonNames).select(fields);
}

export type RecordRow = InferResult<ReturnType<typeof selectRecords>>[number];

/** A record with the fields of its form by name, whichever form that is. */
export type StoredRecord = Omit<RecordColumns, "file_urls"> & Readonly<Record<string, unknown>>;

/** Turns a row of either engine into a record: SQLite keeps flags as numbers and lists as JSON. */
export function recordFromRow(row: RecordRow): StoredRecord {
  const { file_urls: files, consent } = row;
  return {
    ...row,
    adopted: Boolean(row.adopted),
    order_placed: Boolean(row.order_placed),
    ...(typeof files === "string" ? { file_urls: JSON.parse(files) } : {}),
    ...(typeof consent === "number" ? { consent: consent === 1 } : {}),
  };
}

export interface RecordIdentity {
  readonly submission: Submission;
  readonly record: { readonly id: string; readonly ref_number: string };
}

export interface FoundRecord {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
}

export async function recordByReference(db: Query, reference: string): Promise<FoundRecord | null> {
  for (const submission of submissions) {
    const record = await recordOfForm(db, submission, reference);
    if (record !== null) return { submission, record };
  }
  return null;
}

export async function recordOfForm<Form extends Submission>(
  db: Query,
  submission: Form,
  reference: string,
): Promise<SubmissionRecord<Form> | null> {
  const row = await selectRecords(db, submission).where("ref_number", "=", reference).executeTakeFirst();
  const [record] = row === undefined ? [] : recordListParser(submission)([recordFromRow(row)]);
  return record ?? null;
}
