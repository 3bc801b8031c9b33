import type { Dialect } from "./dialect.ts";

/** Mails that came back (deals.md section 11). */
export function inbox({ instant, flag, bytes, tableOptions }: Dialect): string[] {
  return [
    `create table inbound_mails (
      id text primary key not null,
      key text not null unique,
      kind text not null check (kind in ('reply', 'automatic', 'report')),
      state text not null check (state in ('unfiled', 'filed', 'ignored')),
      ref_number text check ((ref_number is not null) = (state = 'filed')),
      is_from_other ${flag} not null,
      is_settled ${flag} not null default false,
      message_id text,
      thread text not null,
      from_name text not null,
      from_address text not null,
      subject text not null,
      at ${instant} not null,
      words text not null,
      full_text text not null
    ) ${tableOptions}`,
    "create index inbound_mails_by_reference on inbound_mails (ref_number, at) where ref_number is not null",
    "create index inbound_mails_unfiled on inbound_mails (at) where state = 'unfiled'",
    "create index inbound_mails_by_address on inbound_mails (from_address)",
    `create table inbound_files (
      id text primary key not null,
      mail_id text not null references inbound_mails (id) on delete cascade,
      position integer not null,
      name text not null,
      bytes integer not null,
      kept text check (kept in ('picture', 'download')),
      type text check ((type is null) = (kept is null)),
      content ${bytes} check ((content is null) = (kept is null)),
      preview ${bytes} check ((preview is not null) = (kept is not null and kept = 'picture'))
    ) ${tableOptions}`,
    "create index inbound_files_by_mail on inbound_files (mail_id, position)",
    `create table inbound_sources (
      mail_id text primary key not null references inbound_mails (id) on delete cascade,
      at ${instant} not null,
      sealed ${bytes} not null
    ) ${tableOptions}`,
    "create index inbound_sources_by_time on inbound_sources (at)",
  ];
}
