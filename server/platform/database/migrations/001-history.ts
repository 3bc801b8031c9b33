import type { Dialect } from "./dialect.ts";

const eventTypes = `mailed created adopted status owner snooze order note corrected call call_undone reply
  mail quote quote_withdrawn quote_sold approved taken_back declined asked answered still_interested
  reminders_stopped link_renewed quote_expired order_lapsed order_cancelled order_revived order_packed order_closed
  order_state payment parcel parcel_state received duplicate mail_in
  card refund refund_failed return_asked return_state
  photo photos_wanted offer offer_withdrawn offer_expired offer_accepted countered pick_up purchase purchase_corrected`.split(
  /\s+/,
);

/**
 * The history of records and the audit list, which reads what staff changed from it. Both are insert-only for as long
 * as the audit list is kept; of an erased record, author, time and kind stay.
 */
export function history(dialect: Dialect): string[] {
  const { engine, instant, bigint, tableOptions } = dialect;
  return [
    `create table record_event_types (
      type text primary key not null
    ) ${tableOptions}`,
    `insert into record_event_types (type) values ${eventTypes.map((type) => `('${type}')`).join(", ")}`,
    ...(engine === "postgres" ? postgresEventIds : []),
    `create table record_events (
      id ${engine === "sqlite" ? "integer primary key autoincrement" : "bigint primary key not null default next_record_event_id()"},
      record_table text not null,
      record_id text not null,
      type text not null references record_event_types (type),
      at ${instant} not null,
      user_id text references users (id),
      reference text,
      field text check ((field is not null) = (type = 'corrected')),
      was text,
      becomes text,
      note text check ((note is not null) = (type = 'note')),
      key text unique
    ) ${tableOptions}`,
    "create index record_events_by_record on record_events (record_id, id)",
    `create index record_events_in_audit on record_events (at, id)
      where user_id is not null and reference is not null`,
    "create index record_events_by_reference on record_events (reference) where user_id is not null",
    `create table audit_entries (
      seq ${bigint} primary key not null,
      at ${instant} not null,
      event text not null,
      actor text not null,
      subject text,
      reference text,
      details text not null
    ) ${tableOptions}`,
    "create index audit_entries_by_time on audit_entries (at)",
    "create index audit_entries_by_event on audit_entries (event, seq)",
    "create index audit_entries_by_actor on audit_entries (actor, seq)",
    "create index audit_entries_by_reference on audit_entries (reference) where reference is not null",
    ...(engine === "sqlite" ? sqliteGuards : postgresGuards),
  ];
}

/** Ids of a sequence can become visible out of order. The counter's row stays locked until the commit. */
const postgresEventIds = [
  "create table record_event_counter (last_id bigint not null)",
  "insert into record_event_counter (last_id) values (0)",
  `create function next_record_event_id() returns bigint language sql as
    'update record_event_counter set last_id = last_id + 1 returning last_id'`,
];

const sqliteGuards = [
  `create trigger audit_entries_appended before insert on audit_entries
    when new.seq <= (select max(seq) from audit_entries)
    begin select raise(abort, 'audit entries cannot be inserted before others'); end`,
  `create trigger audit_entries_unchanged before update on audit_entries
    begin select raise(abort, 'audit entries cannot be changed'); end`,
  `create trigger audit_entries_kept before delete on audit_entries
    when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-700 days')
    begin select raise(abort, 'audit entries cannot be deleted'); end`,
  // `insert or replace` would delete an event behind the back of the delete trigger.
  `create trigger record_events_appended before insert on record_events
    when new.id > 0 and new.id <= (select max(id) from record_events)
      or exists (select 1 from record_events where key = new.key)
    begin select raise(abort, 'record events cannot be inserted before others'); end`,
  `create trigger record_events_unchanged before update on record_events
    when (new.id, new.record_table, new.record_id, new.type, new.at, new.user_id, new.field, new.reference,
        new.was, new.becomes, new.note, new.key)
      is not (old.id, old.record_table, '', old.type, old.at, old.user_id, old.field, old.reference,
        case when old.type <> 'corrected' then old.was end, case when old.type <> 'corrected' then old.becomes end,
        case when old.type = 'note' then '' end, null)
    begin select raise(abort, 'record events cannot be changed'); end`,
  `create trigger record_events_kept before delete on record_events
    when old.user_id is not null and old.reference is not null
      and old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-700 days')
    begin select raise(abort, 'record events cannot be deleted'); end`,
];

const postgresGuards = [
  `create function refuse_audit_insert() returns trigger language plpgsql as $$
    begin
      if new.seq <= (select max(seq) from audit_entries) then
        raise exception 'audit entries cannot be inserted before others';
      end if;
      return new;
    end $$`,
  `create trigger audit_entries_appended before insert on audit_entries
    for each row execute function refuse_audit_insert()`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at <= now() - interval '700 days' then return old; end if;
      end if;
      raise exception 'audit entries cannot be changed or deleted';
    end $$`,
  ...kept("audit_entries", "refuse_audit_change"),
  `create function refuse_event_insert() returns trigger language plpgsql as $$
    begin
      if new.id <= (select max(id) from record_events) then
        raise exception 'record events cannot be inserted before others';
      end if;
      return new;
    end $$`,
  `create trigger record_events_appended before insert on record_events
    for each row execute function refuse_event_insert()`,
  `create function refuse_event_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        old.record_id := '';
        old.key := null;
        if old.type = 'note' then old.note := ''; end if;
        if old.type = 'corrected' then old.was := null; old.becomes := null; end if;
        if new is not distinct from old then return new; end if;
      elsif tg_op = 'DELETE' then
        if old.user_id is null or old.reference is null or old.at <= now() - interval '700 days' then
          return old;
        end if;
      end if;
      raise exception 'record events cannot be changed or deleted';
    end $$`,
  ...kept("record_events", "refuse_event_change"),
];

function kept(table: string, refuse: string): string[] {
  return [
    `create trigger ${table}_kept before update or delete on ${table} for each row execute function ${refuse}()`,
    `create trigger ${table}_not_emptied before truncate on ${table} for each statement execute function ${refuse}()`,
  ];
}
