import type { DeskPerson } from "#domain/desk.ts";
import { displayValue, type Field, kindOf } from "#domain/field.ts";
import { formatNzSheetTime } from "#domain/nz-time.ts";
import { groupedPhone } from "#domain/phone-numbers.ts";
import { isRecordStatus, statusLabels } from "#domain/record-status.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

export type Cell = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

export interface ExportColumn {
  readonly heading: string;
  cell(record: Row): Cell;
}

export function exportColumns(submission: Submission, people: readonly DeskPerson[]): ExportColumn[] {
  const names = new Map(people.map(({ id, full_name: name, email }) => [id, name || email]));
  const fields = fieldEntries(submission).map(([name, field]) => fieldColumn(name, field));
  const consent = {
    heading: "Consent",
    cell: ({ consent: given }: Row) => (given === true ? "yes" : "unknown"),
  };
  return [
    { heading: "Reference", cell: text("ref_number") },
    { heading: "Status", cell: ({ status }) => (isRecordStatus(status) ? statusLabels[status] : null) },
    { heading: "Received", cell: moment("created_at") },
    ...fields,
    ...(submission.asksConsent ? [consent] : []),
    { heading: "Owner", cell: ({ owner_id: owner }) => names.get(String(owner)) ?? null },
    { heading: "Snoozed until", cell: moment("snoozed_until") },
    { heading: "Order placed", cell: yesOrNo("order_placed") },
    { heading: "Duplicate of", cell: text("duplicate_of") },
    { heading: "Last changed", cell: moment("updated_at") },
  ];
}

function fieldColumn(name: string, field: Field): ExportColumn {
  const { column, unit } = kindOf(field);
  const heading = unit === undefined ? field.label : `${field.label} (${unit})`;
  if (column !== "text") return { heading, cell: number(name) };
  const written = text(name);
  return {
    heading,
    cell(record) {
      const value = written(record);
      if (value === null) return null;
      return field.kind === "phone" ? groupedPhone(value) : displayValue(field, value);
    },
  };
}

const text =
  (name: string) =>
  (record: Row): string | null => {
    const value = record[name];
    return typeof value === "string" ? value : null;
  };

const number =
  (name: string) =>
  (record: Row): number | null => {
    const value = record[name];
    return typeof value === "number" ? value : null;
  };

const yesOrNo = (name: string) => (record: Row) => (record[name] === true ? "yes" : "no");

const moment = (name: string) => (record: Row) => {
  const value = record[name];
  return typeof value === "string" ? formatNzSheetTime(new Date(value)) : null;
};
