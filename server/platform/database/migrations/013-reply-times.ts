import type { ColumnTypes } from "./001-initial.ts";

const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];

export function replyTimes({ instant }: ColumnTypes): string[] {
  return recordTables.flatMap((table) => [
    `alter table ${table} add column due_at ${instant}`,
    `alter table ${table} add column answered_at ${instant}`,
    `alter table ${table} add column answer_minutes integer`,
    `create index ${table}_undated on ${table} (number) where due_at is null`,
  ]);
}
