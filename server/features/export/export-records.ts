import { setImmediate as nextTurn } from "node:timers/promises";

import { sql } from "kysely";

import type { DeskPerson } from "#domain/desk.ts";
import { displayValue, type Field, kindOf } from "#domain/field.ts";
import { formatNzSheetTime } from "#domain/nz-time.ts";
import { groupedPhone } from "#domain/phone-numbers.ts";
import { isRecordStatus, statusLabels } from "#domain/record-status.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import { badQuery } from "#server/features/records/filter.ts";
import { type ListQuery, listRecords } from "#server/features/records/list-records.ts";
import type { Query } from "#server/platform/database/database.ts";

import { byteOrderMark, type CsvCell, csvOf } from "./csv.ts";

/** Formatting this many rows holds up other requests for about a millisecond. */
const pageSize = 100;

/** Yields the file of a list page by page: 100,000 records need no more memory than 500. */
export async function* exportRecords(
  db: Query,
  submission: Submission,
  query: ListQuery,
  people: readonly DeskPerson[],
): AsyncGenerator<string> {
  const columns = exportColumns(submission, people);
  yield byteOrderMark + csvOf([columns.map(({ heading }) => heading)]);
  let after: ExportRow | undefined;
  do {
    const rows = await listRecords(db, submission, pageAfter(query, after));
    if (rows.length > 0) yield csvOf(rows.map((row) => columns.map((column) => column.cell(row))));
    after = rows.length === pageSize ? rows.at(-1) : undefined;
    // Lets other requests run between two pages, however fast the file is read.
    await nextTurn();
  } while (after !== undefined);
}

/** Pages can continue after the last record in an order by these columns, which are never empty. */
const keyColumns = new Set(["created_at", "number", "id"]);

/** Throws `QueryRefused` for a list that cannot be read page by page. */
export function assertPageable({ order }: ListQuery): void {
  const [first] = order;
  if (order.every(({ column, direction }) => keyColumns.has(column) && direction === first?.direction))
    return;
  throw badQuery("a file is ordered by created_at, number or id, in one direction");
}

function pageAfter(query: ListQuery, last: ExportRow | undefined): ListQuery {
  const page = { ...query, offset: 0, limit: pageSize };
  if (last === undefined) return page;
  const keys = sql.join(query.order.map(({ ref }) => ref));
  const reached = sql.join(query.order.map(({ column }) => sql`${last[column]}`));
  const beyond = sql.raw(query.order[0]?.direction === "asc" ? ">" : "<");
  const isAfter = sql`(${keys}) ${beyond} (${reached})`;
  return { ...page, first: null, where: query.where === null ? isAfter : sql`${query.where} and ${isAfter}` };
}

type ExportRow = Readonly<Record<string, unknown>>;

interface ExportColumn {
  readonly heading: string;
  cell(record: ExportRow): CsvCell;
}

function exportColumns(submission: Submission, people: readonly DeskPerson[]): ExportColumn[] {
  const names = new Map(people.map(({ id, full_name: name, email }) => [id, name || email]));
  const fields = fieldEntries(submission).map(([name, field]) => fieldColumn(name, field));
  const consent = {
    heading: "Consent",
    cell: ({ consent: given }: ExportRow) => (given === true ? "yes" : "unknown"),
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

const text = (name: string) => (record: ExportRow) => {
  const value = record[name];
  return typeof value === "string" ? value : null;
};

const number = (name: string) => (record: ExportRow) => {
  const value = record[name];
  return typeof value === "number" ? value : null;
};

const yesOrNo = (name: string) => (record: ExportRow) => (record[name] === true ? "yes" : "no");

const moment = (name: string) => (record: ExportRow) => {
  const value = record[name];
  return typeof value === "string" ? formatNzSheetTime(new Date(value)) : null;
};
