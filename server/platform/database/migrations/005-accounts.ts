import type { ColumnTypes } from "./001-initial.ts";

interface Dialect extends ColumnTypes {
  readonly auditTriggers: readonly string[];
}

export function accounts(types: Dialect): string[] {
  return [
    `alter table users add column password_ends_at ${types.instant}`,
    "alter table sessions add column browser text not null default 'Unknown browser'",
    `create table two_step (
      user_id text primary key not null references users (id),
      secret text not null,
      enabled_at ${types.instant},
      last_step ${types.bigint} not null
    ) ${types.tableOptions}`,
    `create table recovery_codes (
      user_id text not null references users (id),
      code text not null,
      primary key (user_id, code)
    ) ${types.tableOptions}`,
    `create table saved_replies (
      id text primary key not null,
      title text not null,
      body text not null,
      updated_at ${types.instant} not null
    ) ${types.tableOptions}`,
    ...defaultReplies.map(
      ([id, title, lines]) => `insert into saved_replies (id, title, body, updated_at)
        values ('${id}', '${quoted(title)}', '${quoted(lines.join("\n"))}', '2026-11-21T00:00:00.000Z')`,
    ),
    `create table audit_entries (
      seq ${types.bigint} primary key not null,
      at ${types.instant} not null,
      event text not null,
      actor text not null,
      subject text,
      reference text,
      details text not null,
      key_id text not null,
      seal text not null
    ) ${types.tableOptions}`,
    "create index audit_entries_by_time on audit_entries (at)",
    "create index audit_entries_by_event on audit_entries (event, seq)",
    "create index audit_entries_by_actor on audit_entries (actor, seq)",
    "create index audit_entries_by_reference on audit_entries (reference) where reference is not null",
    ...types.auditTriggers,
  ];
}

export const sqliteAuditTriggers = [
  `create trigger audit_entries_unchanged before update on audit_entries
    begin select raise(abort, 'audit entries cannot be changed'); end`,
  `create trigger audit_entries_kept before delete on audit_entries
    when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-700 days')
    begin select raise(abort, 'audit entries cannot be deleted'); end`,
];

export const postgresAuditTriggers = [
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at <= now() - interval '700 days' then return old; end if;
      end if;
      raise exception 'audit entries cannot be changed or deleted';
    end $$`,
  `create trigger audit_entries_kept before update or delete on audit_entries
    for each row execute function refuse_audit_change()`,
  `create trigger audit_entries_not_emptied before truncate on audit_entries
    for each statement execute function refuse_audit_change()`,
];

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}

const end = ["", "Kind regards,", "{me}", "{business}", "{phone}"];

/** Replies to start with. They say what the pages promise and no more. */
const defaultReplies: readonly [id: string, title: string, lines: readonly string[]][] = [
  [
    "00000000-0000-4000-8000-000000000001",
    "Quote: we have it",
    [
      "Hi {name},",
      "",
      "Good news: we have the {part} for your {machine}, inspected and ready to go.",
      "",
      "Grade:",
      "Price: $      NZD including GST",
      "Freight to you: $",
      "",
      "To go ahead, reply to this e-mail with a yes. We then send you a secure invoice link, and you pay by card or bank transfer. The part ships once payment is in, with tracking, and takes 2-4 business days. You can return it within 14 days.",
      "",
      "Reference: {reference}",
      ...end,
    ],
  ],
  [
    "00000000-0000-4000-8000-000000000002",
    "Quote: which one fits",
    [
      "Hi {name},",
      "",
      "We want to be sure that the {part} fits your {machine} before we quote. Could you send us:",
      "",
      "- the VIN or frame number",
      "- a photo of the old part, with any numbers stamped on it",
      "",
      "Just reply to this e-mail. The quote follows as soon as we have checked.",
      "",
      "Reference: {reference}",
      ...end,
    ],
  ],
  [
    "00000000-0000-4000-8000-000000000003",
    "Quote: not in stock",
    [
      "Hi {name},",
      "",
      "Thanks for asking. We do not have the {part} for a {machine} at the moment, and we would rather say so than keep you waiting.",
      "",
      "Shall we let you know when one comes in? Reply with a yes and we will.",
      "",
      "Reference: {reference}",
      ...end,
    ],
  ],
  [
    "00000000-0000-4000-8000-000000000004",
    "Sell: photos, please",
    [
      "Hi {name},",
      "",
      "Thanks for offering us your {machine}. To make you a fair cash offer we need a few photos. Please reply with:",
      "",
      "- all four sides",
      "- the engine and any damage close up",
      "- the VIN or frame number",
      "- the hours or kilometres on the clock, if it works",
      "",
      "Reference: {reference}",
      ...end,
    ],
  ],
  [
    "00000000-0000-4000-8000-000000000005",
    "Sell: our cash offer",
    [
      "Hi {name},",
      "",
      "Thanks for the details of your {machine}. Our cash offer is $      NZD.",
      "",
      "If that suits you, reply with a yes and a day that works, and we agree on pick-up and payment. Please have your ID ready: the law has us record it.",
      "",
      "Reference: {reference}",
      ...end,
    ],
  ],
  [
    "00000000-0000-4000-8000-000000000006",
    "Contact: answer",
    ["Hi {name},", "", "Thanks for your message.", "", "", "", "Reference: {reference}", ...end],
  ],
];
