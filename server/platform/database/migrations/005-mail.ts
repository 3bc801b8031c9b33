import type { Dialect } from "./dialect.ts";

/** A message as it came is kept in pieces: one row of 25 MB stops the server. */
export function mail({ instant, bytes, tableOptions }: Dialect): string[] {
  return [
    `create table inbound_source_pieces (
      mail_id text not null references inbound_mails (id) on delete cascade,
      position integer not null,
      at ${instant} not null,
      sealed ${bytes} not null,
      primary key (mail_id, position)
    ) ${tableOptions}`,
    "insert into inbound_source_pieces select mail_id, 0, at, sealed from inbound_sources",
    "drop table inbound_sources",
    "alter table inbound_source_pieces rename to inbound_sources",
    "create index inbound_sources_by_time on inbound_sources (at)",
  ];
}
