import type { ColumnTypes } from "./001-initial.ts";

export function clockMemory({ instant, bigint, tableOptions }: ColumnTypes): string[] {
  return [
    `create table clock (
      id integer primary key not null check (id = 1),
      trusted_at ${instant} not null,
      latest_at ${instant} not null,
      confirmed_at ${instant},
      doubted_at ${instant},
      steady_ms ${bigint} not null
    ) ${tableOptions}`,
    `create table retention_nights (
      night text primary key not null,
      at_most integer not null,
      removed integer not null,
      waiting integer not null
    ) ${tableOptions}`,
  ];
}
