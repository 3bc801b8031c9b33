/**
 * The audit list reads changes to records from their history, which therefore becomes insert-only too. An event
 * without a reference is older than this: the audit list has an entry of its own for it.
 */

const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"] as const;

const columns = [
  "alter table record_events add column reference text",
  `create index record_events_in_audit on record_events (at, id)
    where user_id is not null and reference is not null`,
  "create index record_events_by_reference on record_events (reference) where user_id is not null",
];

/** What staff did outlives the record by its author, time and kind; what a visitor wrote does not. */
const removeRecord = (table: string) => `
  update record_counts set count = count - 1 where record_table = '${table}' and status = old.status;
  delete from record_keys where number = old.number;
  delete from record_events where record_id = old.id and (user_id is null or reference is null);
  update record_events set
    record_id = '',
    was = case when type <> 'corrected' then was end,
    becomes = case when type <> 'corrected' then becomes end,
    note = case when type = 'note' then '' end,
    key = null
    where record_id = old.id;`;

export const sqliteOneHistory = [
  ...columns,
  ...recordTables.flatMap((table) => [
    `drop trigger ${table}_forgotten`,
    `create trigger ${table}_forgotten after delete on ${table} begin ${removeRecord(table)} end`,
  ]),
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

export const postgresOneHistory = [
  ...columns,
  ...recordTables.map(
    (table) => `create or replace function ${table}_forgotten() returns trigger language plpgsql as $$
      begin ${removeRecord(table)} return null; end $$`,
  ),
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
  `create trigger record_events_kept before update or delete on record_events
    for each row execute function refuse_event_change()`,
  `create trigger record_events_not_emptied before truncate on record_events
    for each statement execute function refuse_event_change()`,
];
