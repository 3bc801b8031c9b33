import type { Dialect } from "./dialect.ts";

/** Records whose words are not in the search yet, and photos and files that can be taken out one by one. */
export function wordsAndFiles({ instant, tableOptions }: Dialect): string[] {
  return [
    `create table unread_records (
      reference text primary key not null
    ) ${tableOptions}`,
    `insert into unread_records (reference)
      select ref_number from quote_drafts
      union select ref_number from quote_versions
      union select ref_number from deal_messages
      union select ref_number from offers
      union select ref_number from photo_requests
      union select ref_number from inbound_mails where ref_number is not null
      union select ref_number from outbox where words is not null
      union select reference from record_events where type = 'note' and reference is not null`,
    "insert into record_event_types (type) values ('photo_removed'), ('file_removed')",
    `alter table photos add column opened_at ${instant}`,
    `alter table inbound_files add column removed_at ${instant}`,
  ];
}
