import type { Dialect } from "./dialect.ts";

/** Users and their sessions, saved replies, attempts, limits, and what the installation remembers about itself. */
export function people({ instant, bigint, tableOptions }: Dialect): string[] {
  return [
    `create table users (
      id text primary key not null,
      email text not null unique,
      full_name text not null,
      role text not null check (role in ('admin')),
      password_hash text not null,
      reset_hash text,
      reset_ends_at ${instant},
      created_at ${instant} not null,
      disabled_at ${instant},
      owner_since ${instant},
      last_list text
    ) ${tableOptions}`,
    `create table sessions (
      id text primary key not null,
      token_hash text not null unique,
      user_id text not null references users (id),
      browser text not null,
      created_at ${instant} not null,
      refreshed_at ${instant} not null
    ) ${tableOptions}`,
    "create index sessions_by_user on sessions (user_id)",
    `create table two_step (
      user_id text primary key not null references users (id),
      secret text not null,
      enabled_at ${instant},
      last_step ${bigint} not null
    ) ${tableOptions}`,
    `create table recovery_codes (
      user_id text not null references users (id),
      code text not null,
      primary key (user_id, code)
    ) ${tableOptions}`,
    `create table saved_replies (
      id text primary key not null,
      title text not null,
      body text not null,
      updated_at ${instant} not null,
      form text
    ) ${tableOptions}`,
    ...defaultReplies.map(
      ([form, title, lines], index) => `insert into saved_replies (id, title, body, updated_at, form)
        values ('00000000-0000-4000-8000-00000000000${index + 1}', '${title}', '${quoted(lines.join("\n"))}',
          '2026-11-21T00:00:00.000Z', '${form}')`,
    ),
    `create table attempts (
      ref_number text primary key not null,
      form_type text not null,
      key text unique,
      fingerprint text not null,
      state text not null check (state in ('sending', 'refused', 'unknown', 'mailed', 'stored')),
      created_at ${instant} not null,
      updated_at ${instant} not null,
      sealed text check ((sealed is not null) = (state = 'mailed')),
      error_class text
    ) ${tableOptions}`,
    "create index attempts_by_state on attempts (state, updated_at)",
    `create table limits (
      name text primary key not null,
      resets_at ${bigint} not null,
      count integer not null
    ) ${tableOptions}`,
    `create table chores (
      name text primary key not null,
      first_at ${instant} not null,
      started_at ${instant} not null,
      done_at ${instant},
      failed_at ${instant}
    ) ${tableOptions}`,
    `create table secret_fingerprints (
      name text primary key not null,
      fingerprint text not null
    ) ${tableOptions}`,
  ];
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}

const end = ["", "Kind regards,", "{me}", "{business}", "{phone}"];

/** Replies to start with. They say what the pages promise and no more. */
const defaultReplies: readonly [form: string, title: string, lines: readonly string[]][] = [
  [
    "quote",
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
    "quote",
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
    "quote",
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
    "sell-vehicle",
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
    "sell-vehicle",
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
    "contact",
    "Contact: answer",
    ["Hi {name},", "", "Thanks for your message.", "", "", "", "Reference: {reference}", ...end],
  ],
];
