import type { Dialect } from "./dialect.ts";

/** Money that left an order without the desk, until staff have seen to it. */
export function takenBack({ instant, tableOptions, bigint }: Dialect): string[] {
  return [
    `create table taken_back (
      id text primary key not null,
      order_id text not null references orders (id),
      ref_number text not null,
      amount_cents ${bigint} not null,
      why text not null,
      due_on text,
      at ${instant} not null,
      seen_at ${instant}
    ) ${tableOptions}`,
    "create index taken_back_open on taken_back (ref_number) where seen_at is null",
    "create index taken_back_by_order on taken_back (order_id)",
    "insert into record_event_types (type) values ('money_taken'), ('money_seen')",
  ];
}
