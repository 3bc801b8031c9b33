/** Adds the other people in the heads of a mail, and the record's address to answers that go to them. */
export function mailPeople(): string[] {
  return [
    "alter table inbound_mails add column reply_to_name text not null default ''",
    "alter table inbound_mails add column reply_to_address text not null default ''",
    "alter table inbound_mails add column copies text not null default '[]'",
    "alter table outbox add column record_address text",
  ];
}
