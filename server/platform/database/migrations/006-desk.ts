import type { ColumnTypes } from "./001-initial.ts";

const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];

interface Dialect {
  readonly eventIds: { readonly before: readonly string[]; readonly column: string };
  readonly generated: "virtual" | "stored";
  triggers(table: string): string[];
}

export function desk(types: ColumnTypes, dialect: Dialect): string[] {
  return [
    ...dialect.eventIds.before,
    `create table record_events (
      id ${dialect.eventIds.column},
      record_table text not null,
      record_id text not null,
      type text not null
        check (type in ('mailed', 'created', 'adopted', 'status', 'owner', 'snooze', 'order', 'note')),
      at ${types.instant} not null,
      user_id text references users (id),
      was text,
      becomes text,
      note text check ((note is not null) = (type = 'note')),
      key text unique
    ) ${types.tableOptions}`,
    "create index record_events_by_record on record_events (record_id, id)",
    `create table record_keys (
      key text not null,
      number ${types.bigint} not null,
      primary key (key, number)
    ) ${types.tableOptions}`,
    "create index record_keys_by_number on record_keys (number)",
    `create table record_counts (
      record_table text not null,
      status text not null,
      count ${types.bigint} not null,
      primary key (record_table, status)
    ) ${types.tableOptions}`,
    `insert into record_events (record_table, record_id, type, at)
      select record_table, id, 'created', created_at from (${recordTables.map(everyRecord).join(" union all ")}) as records
      order by created_at, id`,
    ...recordTables.flatMap((table) => [...deskColumns(table, types, dialect), ...dialect.triggers(table)]),
  ];
}

function everyRecord(table: string): string {
  return `select '${table}' as record_table, id, created_at from ${table}`;
}

function deskColumns(table: string, types: ColumnTypes, dialect: Dialect): string[] {
  const open = `${types.flag} generated always as (status in ('new', 'in_progress')) ${dialect.generated}`;
  return [
    `alter table ${table} add column number ${types.bigint}`,
    `alter table ${table} add column version ${types.bigint}`,
    `alter table ${table} add column owner_id text references users (id)`,
    `alter table ${table} add column snoozed_until ${types.instant}`,
    `alter table ${table} add column is_open ${open}`,
    `update ${table} set number = (select id from record_events where record_id = ${table}.id)`,
    `update ${table} set version = number`,
    `create unique index ${table}_by_number on ${table} (number)`,
    `drop index ${table}_by_status`,
    `create index ${table}_by_status on ${table} (status, created_at, id)`,
    `create index ${table}_open on ${table} (is_open, created_at, id)`,
    `create index ${table}_by_owner on ${table} (owner_id, is_open, created_at, id) where owner_id is not null`,
    `create index ${table}_snoozed on ${table} (snoozed_until) where snoozed_until is not null`,
    `insert into record_counts (record_table, status, count)
      select '${table}', column1, (select count(*) from ${table} where status = column1)
      from (values ('new'), ('in_progress'), ('completed'), ('cancelled')) as statuses`,
  ];
}

const count = (table: string, row: "new" | "old", change: "+ 1" | "- 1") =>
  `update record_counts set count = count ${change} where record_table = '${table}' and status = ${row}.status;`;

const forget = `
      delete from record_keys where number = old.number;
      delete from record_events where record_id = old.id;`;

export const sqliteDesk: Dialect = {
  // There is one writer at a time, and AUTOINCREMENT never hands out an id again.
  eventIds: { before: [], column: "integer primary key autoincrement" },
  generated: "virtual",
  triggers: (table) => [
    `create trigger ${table}_counted after insert on ${table} begin ${count(table, "new", "+ 1")} end`,
    `create trigger ${table}_recounted after update of status on ${table} when old.status <> new.status
      begin ${count(table, "old", "- 1")} ${count(table, "new", "+ 1")} end`,
    `create trigger ${table}_forgotten after delete on ${table}
      begin ${count(table, "old", "- 1")} ${forget} end`,
  ],
};

export const postgresDesk: Dialect = {
  // Ids of a sequence can become visible out of order. The counter's row stays locked until the commit.
  eventIds: {
    before: [
      "create table record_event_counter (last_id bigint not null)",
      "insert into record_event_counter values (0)",
      `create function next_record_event_id() returns bigint language sql volatile as
        'update record_event_counter set last_id = last_id + 1 returning last_id'`,
    ],
    column: "bigint primary key default next_record_event_id()",
  },
  generated: "stored",
  triggers: (table) =>
    [
      postgresTrigger(`${table}_counted`, table, "insert", count(table, "new", "+ 1")),
      postgresTrigger(
        `${table}_recounted`,
        table,
        "update of status",
        `${count(table, "old", "- 1")} ${count(table, "new", "+ 1")}`,
      ),
      postgresTrigger(`${table}_forgotten`, table, "delete", `${count(table, "old", "- 1")} ${forget}`),
    ].flat(),
};

function postgresTrigger(name: string, table: string, event: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${event} on ${table} for each row execute function ${name}()`,
  ];
}
