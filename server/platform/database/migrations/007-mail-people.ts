/** Who else is in the heads of a mail that came back, and in an answer that goes to them, whose record it is about. */
export function mailPeople(): string[] {
  return [
    "alter table inbound_mails add column reply_to_name text not null default ''",
    "alter table inbound_mails add column reply_to_address text not null default ''",
    "alter table inbound_mails add column copies text not null default '[]'",
    "alter table outbox add column record_address text",
  ];
}
