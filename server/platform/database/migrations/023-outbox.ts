import type { ColumnTypes } from "./001-initial.ts";

/** Mails to customers. One that is sent holds neither its bytes nor an address. */
export function outbox({ instant, tableOptions }: ColumnTypes): string[] {
  return [
    `create table outbox (
      key text primary key not null,
      kind text not null,
      ref_number text not null,
      state text not null check (state in ('queued', 'sending', 'retrying', 'sent', 'failed', 'unknown')),
      tries integer not null,
      retries integer not null,
      created_at ${instant} not null,
      due_at ${instant} not null,
      changed_at ${instant} not null,
      error_class text,
      words text,
      envelope_from text check ((envelope_from is null) = (state = 'sent')),
      envelope_to text check ((envelope_to is null) = (state = 'sent')),
      source text check ((source is null) = (state = 'sent'))
    ) ${tableOptions}`,
    "create index outbox_waiting on outbox (due_at) where state in ('queued', 'sending', 'retrying')",
    "create index outbox_by_reference on outbox (ref_number)",
  ];
}
