import type { ColumnTypes } from "./001-initial.ts";

/** What follows a quote request: quotes, orders, payments and parcels (deals.md). */
export function deals(types: ColumnTypes, frozen: readonly string[]): string[] {
  return [...eventTypes, ...requestColumns(types), ...quoteTables(types), ...orderTables(types), ...frozen];
}

const eventTypes = [
  `insert into record_event_types (type) values
    ('quote'), ('quote_undone'), ('quote_withdrawn'), ('quote_sold'),
    ('approved'), ('taken_back'), ('declined'), ('asked'), ('answered'), ('still_interested'),
    ('reminders_stopped'), ('link_renewed'), ('quote_expired'),
    ('order_lapsed'), ('order_cancelled'), ('order_revived'), ('order_packed'), ('order_closed'),
    ('payment'), ('parcel'), ('parcel_state'), ('received')`,
];

/** What staff do next about a request, and until when that holds: the lists by next step. */
function requestColumns({ instant }: ColumnTypes): string[] {
  return [
    "alter table quote_requests add column next_step text not null default 'quote'",
    `alter table quote_requests add column step_until ${instant}`,
    "update quote_requests set next_step = 'done' where status in ('completed', 'cancelled')",
    "create index quote_requests_by_step on quote_requests (next_step, created_at, id)",
  ];
}

function quoteTables({ instant, tableOptions, bigint }: ColumnTypes): string[] {
  return [
    `create table deals (
      ref_number text primary key not null,
      generation integer not null,
      reminders_stopped_at ${instant}
    ) ${tableOptions}`,
    `create table quote_drafts (
      ref_number text primary key not null,
      version integer not null,
      draft text not null,
      updated_at ${instant} not null,
      user_id text not null references users (id)
    ) ${tableOptions}`,
    `create table quote_versions (
      ref_number text not null,
      number integer not null,
      state text not null,
      content text not null,
      content_hash text not null,
      total_cents ${bigint} not null,
      valid_until text not null,
      queued_at ${instant} not null,
      undo_until ${instant} not null,
      changed_at ${instant} not null,
      user_id text not null references users (id),
      primary key (ref_number, number)
    ) ${tableOptions}`,
    "create index quote_versions_out on quote_versions (valid_until) where state = 'out'",
    "create index quote_versions_by_time on quote_versions (queued_at)",
    `create table quote_lines (
      ref_number text not null,
      number integer not null,
      line_id text not null,
      part text not null,
      make text not null,
      model text not null,
      text text not null,
      machine text,
      grade text,
      unit_cents ${bigint} not null,
      sent_at ${instant} not null,
      primary key (ref_number, number, line_id),
      foreign key (ref_number, number) references quote_versions (ref_number, number) on delete cascade
    ) ${tableOptions}`,
    "create index quote_lines_by_part on quote_lines (part, make, model, sent_at)",
    `create table deal_messages (
      id text primary key not null,
      ref_number text not null,
      number integer,
      kind text not null,
      words text,
      at ${instant} not null,
      user_id text references users (id),
      answers text
    ) ${tableOptions}`,
    "create index deal_messages_by_reference on deal_messages (ref_number, at)",
    `create table desk_settings (
      name text primary key not null,
      version integer not null,
      value text not null,
      updated_at ${instant} not null,
      user_id text not null references users (id)
    ) ${tableOptions}`,
    `create table deal_calls (
      key text primary key not null,
      ref_number text not null,
      response text not null,
      at ${instant} not null
    ) ${tableOptions}`,
    "create index deal_calls_by_time on deal_calls (at)",
    `create table staff_digests (
      event_id ${bigint} primary key not null,
      ref_number text not null,
      at ${instant} not null
    ) ${tableOptions}`,
  ];
}

function orderTables({ instant, tableOptions, bigint, flag }: ColumnTypes): string[] {
  const held = flag === "boolean" ? "held" : "held = 1";
  return [
    `create table orders (
      id text primary key not null,
      ref_number text not null,
      number integer not null,
      content_hash text not null,
      selection text not null,
      state text not null,
      invoice_number integer not null unique,
      total_cents ${bigint} not null,
      approved_at ${instant} not null,
      approved_how text not null,
      approved_by text references users (id),
      note text,
      customer text not null,
      pay_by ${instant} not null,
      paid_at ${instant},
      lapsed_at ${instant},
      cancelled_at ${instant},
      delivered_at ${instant},
      changed_at ${instant} not null,
      foreign key (ref_number, number) references quote_versions (ref_number, number)
    ) ${tableOptions}`,
    "create unique index orders_by_reference on orders (ref_number) where state <> 'cancelled'",
    "create index orders_by_state on orders (state, pay_by)",
    "create index orders_all_by_reference on orders (ref_number, approved_at)",
    `create table order_items (
      order_id text not null references orders (id),
      item_label text not null,
      held ${flag} not null,
      primary key (order_id, item_label)
    ) ${tableOptions}`,
    `create unique index order_items_held on order_items (item_label) where ${held}`,
    `create table payments (
      id text primary key not null,
      order_id text not null references orders (id),
      amount_cents ${bigint} not null,
      method text not null,
      received_on text not null,
      note text,
      user_id text not null references users (id),
      at ${instant} not null
    ) ${tableOptions}`,
    "create index payments_by_order on payments (order_id, at)",
    `create table parcels (
      id text primary key not null,
      order_id text not null references orders (id),
      carrier text not null,
      tracking text not null,
      state text not null,
      sent_at ${instant} not null,
      delivered_at ${instant},
      user_id text not null references users (id)
    ) ${tableOptions}`,
    "create index parcels_by_order on parcels (order_id, sent_at)",
    `create table document_numbers (
      kind text primary key not null,
      last integer not null
    ) ${tableOptions}`,
  ];
}

const frozenColumns =
  "ref_number, number, content, content_hash, total_cents, valid_until, queued_at, undo_until, user_id";
const rowOf = (row: "new" | "old", columns: string) =>
  `(${columns
    .split(", ")
    .map((column) => `${row}.${column}`)
    .join(", ")})`;
const paymentColumns = "id, order_id, amount_cents, method, received_on, note, user_id, at";
const orderColumns =
  "id, ref_number, number, content_hash, selection, invoice_number, total_cents, approved_at, approved_how, approved_by, note, customer";

/** What was sent, agreed and paid never changes. */
const frozenTables = [
  ["quote_versions", frozenColumns, "sent quotes cannot be changed"],
  ["orders", orderColumns, "orders cannot be changed"],
  ["payments", paymentColumns, "payments cannot be changed"],
] as const;

export const sqliteFrozenDeals = frozenTables.map(
  ([table, columns, message]) => `create trigger ${table}_frozen before update on ${table}
    when ${rowOf("new", columns)} is not ${rowOf("old", columns)}
    begin select raise(abort, '${message}'); end`,
);

export const postgresFrozenDeals = [
  `create function refuse_frozen() returns trigger language plpgsql as $$
    begin raise exception '%', tg_argv[0]; end $$`,
  ...frozenTables.map(
    ([table, columns, message]) => `create trigger ${table}_frozen before update on ${table}
      for each row when (${rowOf("new", columns)} is distinct from ${rowOf("old", columns)})
      execute function refuse_frozen('${message}')`,
  ),
];
