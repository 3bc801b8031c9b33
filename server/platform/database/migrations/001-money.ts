import type { Dialect } from "./dialect.ts";

/** How money comes in and goes back besides what staff enter: card, bank file, returns (deals.md section 7). */
export function money({ instant, tableOptions, bigint }: Dialect): string[] {
  return [
    `create table returns (
      id text primary key not null,
      order_id text not null references orders (id),
      ref_number text not null,
      kind text not null,
      lines text not null,
      words text not null,
      answer text,
      state text not null,
      at ${instant} not null,
      changed_at ${instant} not null
    ) ${tableOptions}`,
    "create unique index returns_open on returns (order_id) where state in ('asked', 'agreed', 'received')",
    "create index returns_by_reference on returns (ref_number, at)",
    `create table card_sessions (
      id text primary key not null,
      order_id text not null references orders (id),
      ref_number text not null,
      amount_cents ${bigint} not null,
      state text not null,
      session_id text unique,
      url text,
      created_at ${instant} not null,
      expires_at ${instant} not null,
      checked_at ${instant}
    ) ${tableOptions}`,
    "create unique index card_sessions_open on card_sessions (order_id) where state = 'open'",
    "create index card_sessions_by_order on card_sessions (order_id)",
    "create index card_sessions_by_reference on card_sessions (ref_number)",
    "create index card_sessions_to_read on card_sessions (state) where state in ('open', 'stopped')",
    `create table card_refunds (
      id text primary key not null,
      order_id text not null references orders (id),
      ref_number text not null,
      payment_id text not null references payments (id),
      amount_cents ${bigint} not null,
      entry text not null,
      state text not null,
      error text,
      user_id text not null references users (id),
      created_at ${instant} not null,
      changed_at ${instant} not null
    ) ${tableOptions}`,
    "create unique index card_refunds_pending on card_refunds (order_id) where state = 'pending'",
    "create index card_refunds_by_order on card_refunds (order_id, created_at)",
    `create table bank_imports (
      id text primary key not null,
      content text not null,
      user_id text not null references users (id),
      created_at ${instant} not null
    ) ${tableOptions}`,
    `create table bank_lines (
      id text primary key not null,
      account text not null,
      day text not null,
      amount_cents ${bigint} not null,
      text text not null,
      state text not null,
      order_id text references orders (id),
      ref_number text,
      user_id text not null references users (id),
      at ${instant} not null
    ) ${tableOptions}`,
    "create index bank_lines_waiting on bank_lines (day, id) where state = 'waiting'",
    "create index bank_lines_by_day on bank_lines (account, day)",
    "create index bank_lines_by_order on bank_lines (order_id) where order_id is not null",
    `create table bank_layouts (
      header text primary key not null,
      columns text not null,
      user_id text not null references users (id),
      at ${instant} not null
    ) ${tableOptions}`,
  ];
}
