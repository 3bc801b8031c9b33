import type { ColumnTypes } from "./001-initial.ts";

export function choresAndOrders(types: ColumnTypes): string[] {
  const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];
  return [
    `create table chores (
      name text primary key not null,
      first_at ${types.instant} not null,
      started_at ${types.instant} not null,
      done_at ${types.instant}
    ) ${types.tableOptions}`,
    ...recordTables.map(
      (table) => `alter table ${table} add column order_placed ${types.flag} not null default ${types.no}`,
    ),
  ];
}
