import type { ColumnTypes } from "./001-initial.ts";

const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];
const types = "'mailed', 'created', 'adopted', 'status', 'owner', 'snooze', 'order', 'note', 'corrected'";

export const postgresCorrections = [
  "alter table record_events add column field text",
  "alter table record_events drop constraint record_events_type_check",
  `alter table record_events add constraint record_events_type_check check (type in (${types}))`,
  `alter table record_events add constraint record_events_field_check
    check ((field is not null) = (type = 'corrected'))`,
];

/** SQLite cannot change a check: the table is made again, and its triggers, which would stop the rename. */
export function sqliteCorrections({ instant, tableOptions }: ColumnTypes): string[] {
  const columns = "id, record_table, record_id, type, at, user_id, was, becomes, note, key";
  return [
    ...recordTables.map((table) => `drop trigger ${table}_forgotten`),
    `create table corrected_events (
      id integer primary key autoincrement,
      record_table text not null,
      record_id text not null,
      type text not null check (type in (${types})),
      at ${instant} not null,
      user_id text references users (id),
      field text check ((field is not null) = (type = 'corrected')),
      was text,
      becomes text,
      note text check ((note is not null) = (type = 'note')),
      key text unique
    ) ${tableOptions}`,
    `insert into corrected_events (${columns}) select ${columns} from record_events order by id`,
    // Ids of erased events are never handed out again.
    "delete from sqlite_sequence where name = 'corrected_events'",
    `insert into sqlite_sequence (name, seq)
      select 'corrected_events', seq from sqlite_sequence where name = 'record_events'`,
    "drop table record_events",
    "alter table corrected_events rename to record_events",
    "create index record_events_by_record on record_events (record_id, id)",
    ...recordTables.flatMap((table) => [forgottenTrigger(table), ...searchTrigger(table)]),
  ];
}

function forgottenTrigger(table: string): string {
  return `create trigger ${table}_forgotten after delete on ${table} begin
    update record_counts set count = count - 1 where record_table = '${table}' and status = old.status;
    delete from record_keys where number = old.number;
    delete from record_events where record_id = old.id;
  end`;
}

/** One trigger: SQLite may fire two in any order, and words in both the old and the new text would be lost. */
function searchTrigger(table: string): string[] {
  const index = `${table}_search`;
  return [
    `drop trigger ${index}_forgotten`,
    `drop trigger ${index}_changed`,
    `create trigger ${index}_changed after update of search_text on ${table}
      when old.search_text is not new.search_text begin
      insert into ${index} (${index}, rowid, words)
        select 'delete', old.number, old.search_text where old.search_text is not null;
      insert into ${index} (rowid, words)
        select new.number, new.search_text where new.search_text is not null;
    end`,
  ];
}
