import { randomUUID } from "node:crypto";

import { sql } from "kysely";

import { initialStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";

import type { Query } from "../database/database.ts";

/** Columns that every kind of record has, beside its fields. */
const commonColumns = ["id", "ref_number", "status", "created_at", "updated_at", "adopted", "order_placed"];

/** Columns that are true or false; SQLite holds them as 1 or 0. */
const flagColumns = ["consent", "adopted", "order_placed"];

export function isFlagColumn(column: string): boolean {
  return flagColumns.includes(column);
}

/** The columns of a noun's table, in the order they are answered. */
export function recordColumnNames(submission: Submission): string[] {
  const files = submission.hasFiles ? ["file_urls"] : [];
  const consent = submission.asksConsent ? ["consent"] : [];
  return [...commonColumns, ...files, ...Object.keys(submission.fields), ...consent];
}

/** Text columns, which search filters may be used on. */
export function isTextColumn(submission: Submission, column: string): boolean {
  const kind = submission.fields[column]?.kind;
  if (kind === undefined) return column === "ref_number" || column === "status" || column === "id";
  return kind !== "year" && kind !== "money";
}

/** The values of one record that do not come from the visitor's fields. */
export interface NewRecord {
  readonly refNumber: string;
  readonly createdAt: Date;
  /** Null where nobody could be asked: the record was adopted. */
  readonly consent: boolean | null;
  readonly adopted: boolean;
}

export async function insertRecord<S extends Submission>(
  tx: Query,
  submission: S,
  values: SubmissionValues<S>,
  record: NewRecord,
): Promise<void> {
  const row: Record<string, unknown> = {
    id: randomUUID(),
    ref_number: record.refNumber,
    status: initialStatus,
    created_at: record.createdAt.toISOString(),
    adopted: record.adopted,
    ...(submission.hasFiles ? { file_urls: "[]" } : {}),
    ...values,
    ...(submission.asksConsent ? { consent: record.consent } : {}),
  };
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const cells = sql.join(Object.values(row));
  await sql`insert into ${sql.table(submission.table)} (${names}) values (${cells})`.execute(tx);
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
  for (const flag of flagColumns) {
    if (typeof row[flag] === "number") record[flag] = row[flag] === 1;
  }
  return record;
}
