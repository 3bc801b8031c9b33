import { kindOf } from "#domain/field.ts";
import type { Submission } from "#domain/submission.ts";

/** An `integer` has 32 bits, a `serial` as many as JavaScript counts exactly; a `list` is JSON. */
export type ColumnKind = "text" | "integer" | "serial" | "decimal" | "flag" | "instant" | "list";

/** Columns that every kind of record has, beside its fields. */
const commonColumns: Readonly<Record<string, ColumnKind>> = {
  id: "text",
  ref_number: "text",
  status: "text",
  created_at: "instant",
  updated_at: "instant",
  adopted: "flag",
  order_placed: "flag",
  number: "serial",
  version: "serial",
  owner_id: "text",
  snoozed_until: "instant",
};

/** The columns of a noun's table, in the order they are answered. */
export function recordColumnNames(submission: Submission): string[] {
  const files = submission.hasFiles ? ["file_urls"] : [];
  const consent = submission.asksConsent ? ["consent"] : [];
  return [...Object.keys(commonColumns), ...files, ...Object.keys(submission.fields), ...consent];
}

/** What lists may be filtered and ordered by: the columns, and whether a record is still open. */
export function isFilterColumn(submission: Submission, column: string): boolean {
  return column === "is_open" || recordColumnNames(submission).includes(column);
}

/** The columns that only the server sets. */
export const serverColumns: ReadonlySet<string> = new Set(
  Object.keys(commonColumns).filter((name) => name !== "ref_number" && name !== "status"),
);

/** What a column holds. */
export function columnKind(submission: Submission, column: string): ColumnKind {
  if (column === "consent" || column === "is_open") return "flag";
  if (column === "file_urls") return "list";
  const field = submission.fields[column];
  return field === undefined ? (commonColumns[column] ?? "text") : kindOf(field).column;
}
