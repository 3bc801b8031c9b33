import { sales } from "./001-sales.ts";
import type { Dialect } from "./dialect.ts";

/** Creates the tables of deals: quotes, orders, payments and parcels (deals.md). */
export function deals(dialect: Dialect): string[] {
  const { engine } = dialect;
  return [
    ...quoteTables(dialect),
    ...orderTables(dialect),
    ...sales(dialect),
    ...(engine === "sqlite" ? sqliteFrozen : postgresFrozen),
  ];
}

function quoteTables({ instant, tableOptions, bigint }: Dialect): string[] {
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
      mail_kind text not null,
      primary key (ref_number, number)
    ) ${tableOptions}`,
    "create index quote_versions_out on quote_versions (valid_until) where state = 'out'",
    "create index quote_versions_pending on quote_versions (ref_number, undo_until) where state = 'pending'",
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
      weight text,
      primary key (ref_number, number, line_id),
      foreign key (ref_number, number) references quote_versions (ref_number, number) on delete cascade
    ) ${tableOptions}`,
    // The price memory reads its range and its newest lines from an index alone, for one machine and for any.
    "create index quote_lines_by_machine on quote_lines (part, make, model, sent_at, unit_cents)",
    "create index quote_lines_by_time on quote_lines (part, sent_at, unit_cents)",
    "create index quote_lines_by_weight on quote_lines (part, sent_at) where weight is not null",
    `create table deal_messages (
      id text primary key not null,
      ref_number text not null,
      number integer,
      kind text not null,
      words text,
      at ${instant} not null,
      user_id text references users (id),
      answers text,
      amount_cents ${bigint}
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
      at ${instant} not null,
      call text not null default ''
    ) ${tableOptions}`,
    "create index deal_calls_by_time on deal_calls (at)",
    `create table staff_digests (
      event_id ${bigint} primary key not null,
      ref_number text not null,
      at ${instant} not null
    ) ${tableOptions}`,
  ];
}

function orderTables({ engine, instant, tableOptions, bigint, flag }: Dialect): string[] {
  const isTrue = (column: string) => (flag === "boolean" ? column : `${column} = 1`);
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
      refunded_at ${instant},
      changed_at ${instant} not null,
      paid_cents ${bigint} not null default 0,
      credited_cents ${bigint} not null default 0,
      is_unsettled ${flag} generated always as (
        case when state in ('lapsed', 'cancelled', 'refunded') then paid_cents <> 0
          else paid_cents <> total_cents - credited_cents and (paid_cents <> 0 or state <> 'awaiting_payment') end
      ) ${engine === "sqlite" ? "virtual" : "stored"},
      foreign key (ref_number, number) references quote_versions (ref_number, number)
    ) ${tableOptions}`,
    "create unique index orders_by_reference on orders (ref_number) where state <> 'cancelled'",
    "create index orders_by_state on orders (state, pay_by)",
    "create index orders_all_by_reference on orders (ref_number, approved_at)",
    "create index orders_delivered on orders (delivered_at) where delivered_at is not null",
    "create index orders_by_total on orders (total_cents, approved_at)",
    "create index orders_unsettled on orders (changed_at, id) where is_unsettled",
    `create index orders_open_by_owed on orders ((total_cents - credited_cents - paid_cents), invoice_number)
      where state = 'awaiting_payment'`,
    "create index quote_requests_by_name on quote_requests (lower(full_name))",
    `create table documents (
      number text primary key not null,
      kind text not null,
      serial integer not null,
      order_id text not null references orders (id),
      ref_number text not null,
      content text not null,
      content_hash text not null,
      total_cents ${bigint} not null,
      gst_cents ${bigint} not null,
      issued_at ${instant} not null,
      corrects text,
      unique (kind, serial)
    ) ${tableOptions}`,
    "create index documents_by_order on documents (order_id, issued_at)",
    "create index documents_by_time on documents (issued_at)",
    `create table order_items (
      order_id text not null references orders (id),
      item_label text not null,
      held ${flag} not null,
      primary key (order_id, item_label)
    ) ${tableOptions}`,
    `create unique index order_items_held on order_items (item_label) where ${isTrue("held")}`,
    `create index order_items_by_label on order_items (${compacted("item_label")})`,
    `create table payments (
      id text primary key not null,
      order_id text not null references orders (id),
      amount_cents ${bigint} not null,
      method text not null,
      received_on text not null,
      note text,
      user_id text references users (id),
      at ${instant} not null,
      currency text not null default 'NZD',
      source text unique
    ) ${tableOptions}`,
    "create index payments_by_time on payments (received_on)",
    "create index payments_in_other_currency on payments (order_id) where currency <> 'NZD'",
    "create index payments_by_order on payments (order_id, at)",
    "create index payments_by_amount on payments (amount_cents, at)",
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
    "create index parcels_by_time on parcels (sent_at)",
    "create index parcels_by_order on parcels (order_id, sent_at)",
    `create index parcels_by_tracking on parcels (${compacted("tracking")})`,
    `create table document_numbers (
      kind text primary key not null,
      last integer not null
    ) ${tableOptions}`,
  ];
}

const compacted = (column: string) => `upper(replace(replace(${column}, ' ', ''), '-', ''))`;

const frozenColumns =
  "ref_number, number, content, content_hash, total_cents, valid_until, queued_at, undo_until, user_id, mail_kind";
const rowOf = (row: "new" | "old", columns: string) =>
  `(${columns
    .split(", ")
    .map((column) => `${row}.${column}`)
    .join(", ")})`;
const paymentColumns = "id, order_id, amount_cents, method, received_on, note, user_id, at, currency, source";
const documentColumns =
  "number, kind, serial, order_id, ref_number, content, content_hash, total_cents, gst_cents, issued_at, corrects";
const offerColumns =
  "ref_number, number, content, content_hash, amount_cents, valid_until, queued_at, undo_until, user_id";
const purchaseColumns =
  "id, ref_number, machine_number, sealed, bought_on, price_cents, gst, at, user_id, corrects";
/** The number of a revived order's invoice is a new one. */
const orderColumns =
  "id, ref_number, number, content_hash, selection, total_cents, approved_at, approved_how, approved_by, note, customer";

/** Triggers refuse changes to anything sent, agreed or paid. */
const frozenTables = [
  ["quote_versions", frozenColumns, "sent quotes cannot be changed"],
  ["orders", orderColumns, "orders cannot be changed"],
  ["payments", paymentColumns, "payments cannot be changed"],
  ["documents", documentColumns, "invoices and credit notes cannot be changed"],
  ["offers", offerColumns, "sent offers cannot be changed"],
  ["purchases", purchaseColumns, "records of purchases cannot be changed"],
] as const;

const sqliteFrozen = frozenTables.map(
  ([table, columns, message]) => `create trigger ${table}_frozen before update on ${table}
    when ${rowOf("new", columns)} is not ${rowOf("old", columns)}
    begin select raise(abort, '${message}'); end`,
);

const postgresFrozen = [
  `create function refuse_frozen() returns trigger language plpgsql as $$
    begin raise exception '%', tg_argv[0]; end $$`,
  ...frozenTables.map(
    ([table, columns, message]) => `create trigger ${table}_frozen before update on ${table}
      for each row when (${rowOf("new", columns)} is distinct from ${rowOf("old", columns)})
      execute function refuse_frozen('${message}')`,
  ),
];
