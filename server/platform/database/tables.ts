import type { Generated, Selectable } from "kysely";

import type { RecordEventType } from "#domain/record-event.ts";

/**
 * The ledgers and accounts as code sees them, the same on both engines; the record tables derive from
 * the nouns (see records/record-table.ts). Instants are ISO 8601 texts in UTC with milliseconds.
 */
export interface Tables {
  attempts: AttemptRow;
  limits: LimitRow;
  users: UserRow;
  sessions: SessionRow;
  mail_self_tests: MailSelfTestRow;
  chores: ChoreRow;
  clock: ClockRow;
  retention_nights: RetentionNightRow;
  record_events: RecordEventTable;
  record_keys: RecordKeyRow;
  record_counts: RecordCountRow;
  two_step: TwoStepRow;
  recovery_codes: RecoveryCodeRow;
  saved_replies: SavedReplyRow;
  audit_entries: AuditRow;
  erasures: ErasureRow;
}

export const attemptStates = ["sending", "refused", "unknown", "mailed", "stored"] as const;
export type AttemptState = (typeof attemptStates)[number];

/** One try at a submission. Holds no personal data but the sealed fields, and those only while `mailed`. */
export interface AttemptRow {
  ref_number: string;
  form_type: string;
  /** Keyed hash by which a repetition is recognised; null once it is too old to count. */
  key: string | null;
  /** Keyed hash of the fields that were mailed. */
  fingerprint: string;
  state: AttemptState;
  created_at: string;
  /** Of the visitor's last try; once that is mailed, the moment from which its reply is reckoned. */
  updated_at: string;
  sealed: string | null;
  error_class: string | null;
}

/** How often something happened since the window began. `name` is a keyed hash. */
export interface LimitRow {
  name: string;
  /** Unix time in milliseconds. */
  resets_at: number;
  count: number;
}

export interface UserRow {
  id: string;
  email: string;
  full_name: string;
  role: string;
  /** PHC string. */
  password_hash: string;
  created_at: string;
  disabled_at: string | null;
  /** When a first password stops working; null once the user has chosen one. */
  password_ends_at: string | null;
  /** Since when the user is an owner; null for everybody else. */
  owner_since: string | null;
}

export interface SessionRow {
  id: string;
  user_id: string;
  /** Counts rotations of the refresh token. */
  counter: number;
  created_at: string;
  rotated_at: string;
  ended_at: string | null;
  /** In words: "Chrome on Windows". */
  browser: string;
  /** When the password was last given again; null if not since the sign-in. */
  confirmed_at: string | null;
}

/** A user's authenticator app. */
export interface TwoStepRow {
  user_id: string;
  /** Sealed. */
  secret: string;
  /** Null until a first code has shown that the app has the secret. */
  enabled_at: string | null;
  /** The time step of the last code that was accepted: no code counts twice. */
  last_step: number;
}

/** `code` is a keyed hash; using the code removes the row. */
export interface RecoveryCodeRow {
  user_id: string;
  code: string;
}

export interface SavedReplyRow {
  id: string;
  title: string;
  body: string;
  updated_at: string;
}

/** One entry of the audit list. Triggers refuse every change but appending, and purging after 700 days. */
export interface AuditRow {
  seq: number;
  at: string;
  event: string;
  actor: string;
  subject: string | null;
  reference: string | null;
  /** JSON. */
  details: string;
}

/** The day's test of the mail path. Without an outcome it is under way, or was when its process died. */
export interface MailSelfTestRow {
  /** The calendar day in New Zealand. */
  day: string;
  tried_at: string;
  outcome: "accepted" | "refused" | "unknown" | null;
  error_class: string | null;
}

/** Work that one of all instances does from time to time. */
export interface ChoreRow {
  name: string;
  first_at: string;
  started_at: string;
  /** When it last went well. */
  done_at: string | null;
}

/** What the server remembers of the time. There is one row. */
export interface ClockRow {
  id: 1;
  /** The last instant at which the clock was trusted. */
  trusted_at: string;
  /** The latest of all instants at which it was trusted. */
  latest_at: string;
  /** When a person last confirmed the date. */
  confirmed_at: string | null;
  /** What the clock last said while it was not trusted; null if it is. */
  doubted_at: string | null;
  /** For how long the doubted clock has kept its pace. */
  steady_ms: number;
}

/** How many records one night's retention may remove, has removed, and left for later nights. */
export interface RetentionNightRow {
  /** The calendar day in New Zealand. */
  night: string;
  at_most: number;
  removed: number;
  waiting: number;
}

/** What happened to a record, in the order of `id`: ids only grow, and become visible in their order. */
export interface RecordEventTable {
  id: Generated<number>;
  record_table: string;
  record_id: string;
  type: RecordEventType;
  at: string;
  /** Who did it; null where it was the visitor or the server. */
  user_id: string | null;
  /** The field that was corrected; null for every other type. */
  field: string | null;
  was: string | null;
  becomes: string | null;
  note: string | null;
  /** The client's own name for this event, by which a repetition is recognised. */
  key: string | null;
}
export type RecordEventRow = Selectable<RecordEventTable>;

/** What ties a record to others: its e-mail address, phone number and VIN, in one spelling. */
export interface RecordKeyRow {
  key: string;
  number: number;
}

/** How many records a table has in each status; triggers keep it true. */
export interface RecordCountRow {
  record_table: string;
  status: string;
  count: number;
}

/** An erasure that somebody asked for. `entry` is JSON without personal data, see retention/erasure-list.ts. */
export interface ErasureRow {
  id: string;
  at: string;
  entry: string;
}
