const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];

/** The record that another one repeats, by its reference; the list that a user last chose, as JSON. */
export const duplicatesAndLists = [
  "insert into record_event_types (type) values ('duplicate')",
  ...recordTables.map((table) => `alter table ${table} add column duplicate_of text`),
  "alter table users add column last_list text",
];
