import { type Dialect, recordTables } from "./dialect.ts";

/**
 * `due_at` of a record becomes its next promise: the first one, `promised_at`, until it is answered, or that of a question, a
 * return or a mail, `answer_due_at`. What waits already is due at once: the database doesn't know the opening hours.
 */
export function nextPromises({ engine, instant, flag }: Dialect): string[] {
  const kept = engine === "sqlite" ? "virtual" : "stored";
  const isFirst = "is_open and answered_at is null";
  const others = `(select min(at) from inbound_mails as mail
    where mail.ref_number = owner.ref_number and kind = 'reply' and is_from_other = true and is_settled = false)`;
  const columns = recordTables.flatMap((table) => [
    `alter table ${table} rename column due_at to promised_at`,
    `alter table ${table} add column answer_due_at ${instant}`,
    `alter table ${table} add column other_mail_at ${instant}`,
    `update ${table} as owner set other_mail_at = ${others}`,
    `update ${table} set answer_due_at = coalesce(asked_at, other_mail_at, updated_at, created_at)
      where asked_at is not null or other_mail_at is not null
      ${table === "contact_messages" ? "" : `or next_step in ('answer', 'return')`}`,
    `drop index ${table}_to_answer`,
    `drop index ${table}_unanswered`,
    `alter table ${table} drop column is_to_answer`,
    `alter table ${table} add column is_to_answer ${flag}
      generated always as (${isFirst} or answer_due_at is not null) ${kept}`,
    `alter table ${table} add column due_at ${instant} generated always as (
      case when ${isFirst} and (answer_due_at is null or promised_at < answer_due_at) then promised_at
      else answer_due_at end) ${kept}`,
    `create index ${table}_to_answer on ${table} (is_to_answer, created_at, id)`,
    `create index ${table}_due on ${table} (is_to_answer, due_at, id)`,
  ]);
  return [...columns, "insert into record_event_types (type) values ('mail_out')"];
}
