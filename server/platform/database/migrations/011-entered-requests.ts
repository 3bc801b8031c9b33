import { type Dialect, recordTables } from "./dialect.ts";

/** Requests that staff enter: fields that nobody knew, who entered them, which record they follow, and what nobody could mail. */
export function enteredRequests(dialect: Dialect): string[] {
  return [
    ...mayBeUnknown(dialect, "quote_requests", "year", "integer check (year between 1980 and 9999)"),
    ...mayBeUnknown(dialect, "vehicle_submissions", "year", "integer check (year between 1900 and 9999)"),
    ...mayBeUnknown(
      dialect,
      "vehicle_submissions",
      "condition",
      "text check (condition in ('running', 'running-issues', 'not-running', 'damaged', 'parts-only'))",
    ),
    ...recordTables.flatMap((table) => [
      `alter table ${table} add column channel text check (channel in ('phone', 'mail', 'text', 'counter'))`,
      `alter table ${table} add column entered_by text references users (id)`,
      `alter table ${table} add column follows text`,
      `alter table ${table} add column followed_by text`,
      `alter table ${table} add column untold_at ${dialect.instant}`,
    ]),
    "insert into record_event_types (type) values ('followed'), ('untold'), ('told')",
  ];
}

/** SQLite can't take `not null` off a column: another one takes its place. */
function mayBeUnknown({ engine }: Dialect, table: string, column: string, definition: string): string[] {
  if (engine === "postgres") return [`alter table ${table} alter column ${column} drop not null`];
  const known = `known_${column}`;
  return [
    `alter table ${table} add column ${known} ${definition.replace(`(${column} `, `(${known} `)}`,
    `update ${table} set ${known} = ${column}`,
    `alter table ${table} drop column ${column}`,
    `alter table ${table} rename column ${known} to ${column}`,
  ];
}
