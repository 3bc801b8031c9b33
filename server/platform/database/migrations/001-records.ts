import { type Dialect, recordTables, rowTrigger } from "./dialect.ts";

type RecordTable = (typeof recordTables)[number];

/** The three record tables and what is kept per record. The lists are checked against the domain by a test. */
export function records(dialect: Dialect): string[] {
  const { engine, instant, flag, bigint, tableOptions } = dialect;
  return [
    `create table record_statuses (
      status text primary key not null,
      is_open ${flag} not null
    ) ${tableOptions}`,
    `create table record_counts (
      record_table text not null,
      status text not null,
      count ${bigint} not null,
      primary key (record_table, status)
    ) ${tableOptions}`,
    `create table record_keys (
      key text not null,
      number ${bigint} not null,
      primary key (key, number)
    ) ${tableOptions}`,
    "create index record_keys_by_number on record_keys (number)",
    ...(engine === "postgres" ? [postgresIsOpen] : []),
    ...recordTables.flatMap((table) => recordTable(table, dialect)),
    ...rowTrigger(engine, "record_statuses", "counted", "insert", countNewStatus),
    ...rowTrigger(engine, "record_statuses", "reopened", "update of is_open", reopenRecords),
    `insert into record_statuses (status, is_open) values
      ('new', true), ('in_progress', true), ('completed', false), ('cancelled', false)`,
    `create table outbox (
      key text primary key not null,
      kind text not null,
      ref_number text not null,
      state text not null check (state in ('queued', 'sending', 'retrying', 'sent', 'failed', 'unknown', 'bounced')),
      tries integer not null,
      retries integer not null,
      created_at ${instant} not null,
      due_at ${instant} not null,
      changed_at ${instant} not null,
      error_class text,
      code text check (code is null or state in ('sent', 'bounced')),
      words text,
      user_id text,
      envelope_from text,
      envelope_to text check ((envelope_to is null) = (envelope_from is null)),
      source text check ((source is null) = (envelope_from is null)),
      check (source is not null or state in ('sent', 'bounced'))
    ) ${tableOptions}`,
    "create index outbox_waiting on outbox (due_at) where state in ('queued', 'sending', 'retrying')",
    "create index outbox_by_reference on outbox (ref_number)",
    `create index outbox_by_name on outbox (${mailName})`,
    "create index outbox_kept on outbox (changed_at) where state = 'sent' and source is not null",
  ];
}

/** Read by `mailByName`. */
const mailName = "replace(key, '/', '-')";

const countNewStatus = recordTables
  .map(
    (table) => `insert into record_counts (record_table, status, count) values ('${table}', new.status, 0);`,
  )
  .join(" ");
const reopenRecords = recordTables
  .map((table) => `update ${table} set is_open = new.is_open where status = new.status;`)
  .join(" ");

function recordTable(table: RecordTable, dialect: Dialect): string[] {
  const { engine, instant, flag, bigint, tableOptions } = dialect;
  return [
    `create table ${table} (
      id text primary key not null,
      ref_number text not null unique,
      status text not null references record_statuses (status),
      is_open ${flag} not null default true,
      created_at ${instant} not null,
      updated_at ${instant},
      adopted ${flag} not null default false,
      order_placed ${flag} not null default false,
      number ${bigint},
      version ${bigint},
      owner_id text references users (id),
      snoozed_until ${instant},
      due_at ${instant},
      answered_at ${instant},
      answered_by text,
      answer_minutes integer,
      asked_at ${instant},
      duplicate_of text,
      mail_problem text,
      search_text text,
      is_to_answer ${flag} generated always as (
        is_open and (answered_at is null${table === "contact_messages" ? "" : " or next_step in ('answer', 'return')"})
        or asked_at is not null
      ) ${engine === "sqlite" ? "virtual" : "stored"},
      ${fieldColumns(dialect)[table]}
    ) ${tableOptions}`,
    `create unique index ${table}_by_number on ${table} (number)`,
    `create index ${table}_newest on ${table} (created_at, id)`,
    `create index ${table}_by_status on ${table} (status, created_at, id)`,
    `create index ${table}_open on ${table} (is_open, created_at, id)`,
    `create index ${table}_by_owner on ${table} (owner_id, is_open, created_at, id) where owner_id is not null`,
    `create index ${table}_snoozed on ${table} (snoozed_until) where snoozed_until is not null`,
    `create index ${table}_unanswered on ${table} (created_at, id) where answered_at is null`,
    `create index ${table}_to_answer on ${table} (is_to_answer, created_at, id)`,
    `create index ${table}_by_mail_problem on ${table} (created_at, id) where mail_problem is not null`,
    ...(table === "contact_messages"
      ? []
      : [`create index ${table}_by_step on ${table} (next_step, created_at, id)`]),
    ...(engine === "sqlite" ? sqliteSearch(table) : postgresSearch(table)),
    ...recordTriggers(table, engine),
  ];
}

function fieldColumns({ instant, flag, list, money }: Dialect): Readonly<Record<RecordTable, string>> {
  return {
    quote_requests: `
      next_step text not null default 'quote',
      step_until ${instant},
      full_name text not null,
      phone text not null,
      email text not null,
      make text not null,
      model text not null,
      year integer not null check (year between 1980 and 9999),
      vin text,
      part_needed text not null,
      condition_preference text check (condition_preference in ('A', 'B', 'C')),
      budget ${money} check (budget between 0 and 10000000),
      delivery_address text not null,
      notes text,
      consent ${flag},
      file_urls ${list} not null`,
    contact_messages: `
      full_name text not null,
      email text not null,
      phone text,
      subject text not null,
      message text not null`,
    vehicle_submissions: `
      next_step text not null default 'offer',
      step_until ${instant},
      full_name text not null,
      email text not null,
      phone text not null,
      vehicle_type text not null check (vehicle_type in ('ATV', 'Motorcycle')),
      make text not null,
      model text not null,
      year integer not null check (year between 1900 and 9999),
      condition text not null
        check (condition in ('running', 'running-issues', 'not-running', 'damaged', 'parts-only')),
      description text,
      price_expectation ${money} check (price_expectation between 0 and 10000000),
      location text not null,
      file_urls ${list} not null`,
  };
}

const postgresIsOpen = `create function set_is_open() returns trigger language plpgsql as $$ begin
  new.is_open := coalesce((select is_open from record_statuses where status = new.status), false);
  return new;
end $$`;

function recordTriggers(table: RecordTable, engine: Dialect["engine"]): string[] {
  const count = (row: "new" | "old", change: "+ 1" | "- 1") =>
    `update record_counts set count = count ${change} where record_table = '${table}' and status = ${row}.status;`;
  const recount = `${count("old", "- 1")} ${count("new", "+ 1")}`;
  const isOpen = "(select is_open from record_statuses where status = new.status)";
  const setIsOpen = `update ${table} set is_open = ${isOpen} where id = new.id;`;
  // Author, time and kind of staff's actions outlive the record; a visitor's text does not.
  const forget = `${count("old", "- 1")}
    delete from record_keys where number = old.number;
    delete from record_events where record_id = old.id and (user_id is null or reference is null);
    update record_events set
      record_id = '',
      was = case when type <> 'corrected' then was end,
      becomes = case when type <> 'corrected' then becomes end,
      note = case when type = 'note' then '' end,
      key = null
      where record_id = old.id;`;
  return [
    ...rowTrigger(engine, table, "counted", "insert", count("new", "+ 1")),
    ...rowTrigger(engine, table, "forgotten", "delete", forget),
    ...(engine === "sqlite"
      ? [
          `create trigger ${table}_is_open after insert on ${table} when new.is_open <> ${isOpen} begin ${setIsOpen} end`,
          `create trigger ${table}_recounted after update of status on ${table} when old.status <> new.status
            begin ${recount} ${setIsOpen} end`,
        ]
      : [
          `create trigger ${table}_is_open before insert or update of status on ${table}
            for each row execute function set_is_open()`,
          ...rowTrigger(engine, table, "recounted", "update of status", recount),
        ]),
  ];
}

/**
 * FTS5 without a copy of the text, positions or lengths. Indexed prefixes stream matches newest first while somebody
 * types. One trigger follows a change: SQLite fires two in any order, and words in both texts would be lost.
 */
function sqliteSearch(table: string): string[] {
  const index = `${table}_search`;
  return [
    `create virtual table ${index} using fts5 (
      words, content = '', prefix = '1 2 3 4', tokenize = 'ascii', detail = none, columnsize = 0
    )`,
    // Lists the words of the index and their number of records: a search corrects typing errors by them.
    `create virtual table ${index}_words using fts5vocab (${index}, row)`,
    // Words of a record that is erased leave the file, not only the results.
    `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
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

function postgresSearch(table: string): string[] {
  return [
    `alter table ${table} add column search tsvector
      generated always as (array_to_tsvector(string_to_array(search_text, ' '))) stored`,
    // Pending lists are off: a typing error looks up hundreds of words, each of which would read the whole list.
    `create index ${table}_search on ${table} using gin (search) with (fastupdate = off)`,
  ];
}
