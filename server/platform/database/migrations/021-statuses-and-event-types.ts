import type { ColumnTypes } from "./001-initial.ts";

/** Statuses and event types become rows, so that a new one is an insert and no table is rebuilt. */

const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"] as const;
type RecordTable = (typeof recordTables)[number];

function lists({ flag, tableOptions }: ColumnTypes): string[] {
  return [
    `create table record_statuses (
      status text primary key not null,
      is_open ${flag} not null
    ) ${tableOptions}`,
    `insert into record_statuses (status, is_open) values
      ('new', true), ('in_progress', true), ('completed', false), ('cancelled', false)`,
    `create table record_event_types (
      type text primary key not null
    ) ${tableOptions}`,
    `insert into record_event_types (type) values
      ('mailed'), ('created'), ('adopted'), ('status'), ('owner'), ('snooze'), ('order'), ('note'), ('corrected')`,
  ];
}

const countNewStatus = recordTables
  .map(
    (table) => `insert into record_counts (record_table, status, count) values ('${table}', new.status, 0);`,
  )
  .join(" ");
const reopenRecords = recordTables
  .map((table) => `update ${table} set is_open = new.is_open where status = new.status;`)
  .join(" ");

/** PostgreSQL changes its constraints in place, and `is_open` keeps what was computed. */
export function postgresStatuses(types: ColumnTypes): string[] {
  return [
    ...lists(types),
    `create function set_is_open() returns trigger language plpgsql as $$ begin
      new.is_open := coalesce((select is_open from record_statuses where status = new.status), false);
      return new;
    end $$`,
    ...recordTables.flatMap((table) => [
      `alter table ${table} drop constraint ${table}_status_check,
        add foreign key (status) references record_statuses (status),
        alter column is_open drop expression,
        alter column is_open set default true,
        alter column is_open set not null`,
      `create trigger ${table}_is_open before insert or update of status on ${table}
        for each row execute function set_is_open()`,
    ]),
    `alter table record_events drop constraint record_events_type_check,
      add foreign key (type) references record_event_types (type)`,
    ...postgresStatusTrigger("counted", "insert", countNewStatus),
    ...postgresStatusTrigger("reopened", "update of is_open", reopenRecords),
  ];
}

function postgresStatusTrigger(name: string, event: string, body: string): string[] {
  return [
    `create function record_statuses_${name}() returns trigger language plpgsql as $$
      begin ${body} return null; end $$`,
    `create trigger record_statuses_${name} after ${event} on record_statuses
      for each row execute function record_statuses_${name}()`,
  ];
}

/** SQLite cannot drop a check: tables are made again, and last their triggers, which would stop the rename. */
export function sqliteStatuses(types: ColumnTypes): string[] {
  return [
    ...lists(types),
    ...recordTables.flatMap((table) => remadeRecords(table, types)),
    ...remadeEvents(types),
    ...recordTables.map((table) => `alter table ${table}_021 rename to ${table}`),
    ...recordTables.flatMap((table) => [
      ...indexes(table),
      ...recordTriggers(table),
      ...searchTriggers(table),
    ]),
    `create trigger record_statuses_counted after insert on record_statuses begin ${countNewStatus} end`,
    `create trigger record_statuses_reopened after update of is_open on record_statuses
      begin ${reopenRecords} end`,
  ];
}

function remadeRecords(table: RecordTable, types: ColumnTypes): string[] {
  const { instant, flag, no, bigint, tableOptions } = types;
  const fields = fieldColumns(types)[table];
  const columns = [
    "id text primary key not null",
    "ref_number text not null unique",
    "status text not null references record_statuses (status)",
    `created_at ${instant} not null`,
    `updated_at ${instant}`,
    `adopted ${flag} not null default ${no}`,
    `order_placed ${flag} not null default ${no}`,
    `number ${bigint}`,
    `version ${bigint}`,
    "owner_id text references users (id)",
    `snoozed_until ${instant}`,
    `due_at ${instant}`,
    `answered_at ${instant}`,
    "answer_minutes integer",
    "search_text text",
    ...fields,
  ];
  const names = columns.map((column) => column.slice(0, column.indexOf(" "))).join(", ");
  return [
    `create table ${table}_021 (${columns.join(", ")}, is_open ${flag} not null default 1) ${tableOptions}`,
    `insert into ${table}_021 (${names}, is_open)
      select ${names}, (select is_open from record_statuses where status = former.status)
      from ${table} as former order by rowid`,
    `drop table ${table}`,
  ];
}

function fieldColumns({ flag, list, money }: ColumnTypes): Readonly<Record<RecordTable, readonly string[]>> {
  return {
    quote_requests: [
      "full_name text not null",
      "phone text not null",
      "email text not null",
      "make text not null",
      "model text not null",
      "year integer not null check (year between 1980 and 9999)",
      "vin text",
      "part_needed text not null",
      "condition_preference text check (condition_preference in ('A', 'B', 'C'))",
      `budget ${money} check (budget between 0 and 10000000)`,
      "delivery_address text not null",
      "notes text",
      `consent ${flag}`,
      `file_urls ${list} not null`,
    ],
    contact_messages: [
      "full_name text not null",
      "email text not null",
      "phone text",
      "subject text not null",
      "message text not null",
    ],
    vehicle_submissions: [
      `file_urls ${list} not null`,
      "full_name text not null",
      "email text not null",
      "phone text not null",
      "vehicle_type text not null check (vehicle_type in ('ATV', 'Motorcycle'))",
      "make text not null",
      "model text not null",
      "year integer not null check (year between 1900 and 9999)",
      `condition text not null
        check (condition in ('running', 'running-issues', 'not-running', 'damaged', 'parts-only'))`,
      "description text",
      `price_expectation ${money} check (price_expectation between 0 and 10000000)`,
      "location text not null",
    ],
  };
}

function remadeEvents({ instant, tableOptions }: ColumnTypes): string[] {
  const columns = "id, record_table, record_id, type, at, user_id, field, was, becomes, note, key";
  return [
    `create table record_events_021 (
      id integer primary key autoincrement,
      record_table text not null,
      record_id text not null,
      type text not null references record_event_types (type),
      at ${instant} not null,
      user_id text references users (id),
      field text check ((field is not null) = (type = 'corrected')),
      was text,
      becomes text,
      note text check ((note is not null) = (type = 'note')),
      key text unique
    ) ${tableOptions}`,
    `insert into record_events_021 (${columns}) select ${columns} from record_events order by id`,
    // Ids of erased events are never handed out again.
    "delete from sqlite_sequence where name = 'record_events_021'",
    `insert into sqlite_sequence (name, seq)
      select 'record_events_021', seq from sqlite_sequence where name = 'record_events'`,
    "drop table record_events",
    "alter table record_events_021 rename to record_events",
    "create index record_events_by_record on record_events (record_id, id)",
  ];
}

function indexes(table: string): string[] {
  return [
    `create unique index ${table}_by_number on ${table} (number)`,
    `create index ${table}_newest on ${table} (created_at, id)`,
    `create index ${table}_by_status on ${table} (status, created_at, id)`,
    `create index ${table}_open on ${table} (is_open, created_at, id)`,
    `create index ${table}_by_owner on ${table} (owner_id, is_open, created_at, id) where owner_id is not null`,
    `create index ${table}_snoozed on ${table} (snoozed_until) where snoozed_until is not null`,
    `create index ${table}_unsearchable on ${table} (number) where search_text is null`,
    `create index ${table}_undated on ${table} (number) where due_at is null`,
  ];
}

function recordTriggers(table: string): string[] {
  const count = (row: "new" | "old", change: "+ 1" | "- 1") =>
    `update record_counts set count = count ${change} where record_table = '${table}' and status = ${row}.status;`;
  const isOpen = "(select is_open from record_statuses where status = new.status)";
  const setIsOpen = `update ${table} set is_open = ${isOpen} where id = new.id;`;
  return [
    `create trigger ${table}_counted after insert on ${table} begin ${count("new", "+ 1")} end`,
    `create trigger ${table}_is_open after insert on ${table} when new.is_open <> ${isOpen} begin ${setIsOpen} end`,
    `create trigger ${table}_recounted after update of status on ${table} when old.status <> new.status
      begin ${count("old", "- 1")} ${count("new", "+ 1")} ${setIsOpen} end`,
    `create trigger ${table}_forgotten after delete on ${table} begin
      ${count("old", "- 1")}
      delete from record_keys where number = old.number;
      delete from record_events where record_id = old.id;
    end`,
  ];
}

/** The search index keeps its rows: it is tied to the records by their number alone. */
function searchTriggers(table: string): string[] {
  const index = `${table}_search`;
  return [
    `create trigger ${index}_added after insert on ${table} when new.search_text is not null begin
      insert into ${index} (rowid, words) values (new.number, new.search_text);
    end`,
    `create trigger ${index}_changed after update of search_text on ${table}
      when old.search_text is not new.search_text begin
      insert into ${index} (${index}, rowid, words)
        select 'delete', old.number, old.search_text where old.search_text is not null;
      insert into ${index} (rowid, words)
        select new.number, new.search_text where new.search_text is not null;
    end`,
    `create trigger ${index}_removed after delete on ${table} when old.search_text is not null begin
      insert into ${index} (${index}, rowid, words) values ('delete', old.number, old.search_text);
    end`,
  ];
}
