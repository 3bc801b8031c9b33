const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];

/** What answered a record. Until now it was whatever took it out of New: such moments stay, marked as `former`. */
export const answers = [
  "insert into record_event_types (type) values ('call'), ('call_undone')",
  ...recordTables.flatMap((table) => [
    `alter table ${table} add column answered_by text`,
    `update ${table} set answered_by = 'former' where answered_at is not null`,
    `create index ${table}_unanswered on ${table} (created_at, id) where answered_at is null`,
  ]),
];
