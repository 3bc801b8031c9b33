import type { ColumnType, Generated, Selectable } from "kysely";

import type { DeskRole } from "#domain/desk-roles.ts";
import type { FieldColumns } from "#domain/field.ts";
import type { contactMessage } from "#domain/forms/contact-message.ts";
import type { quoteRequest } from "#domain/forms/quote-request.ts";
import type { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { Channel } from "#domain/new-request.ts";
import type { RecordEventType } from "#domain/record-event.ts";
import type { AnsweredBy, RecordStatus } from "#domain/record-status.ts";
import type { RecordTableName, Submission } from "#domain/submission.ts";

import type { DealTables, Flag, StepColumns } from "./deal-tables.ts";
import type { FlagWithDefault, InboxTables } from "./inbox-tables.ts";

/** All tables, alike on both engines. Instants are ISO 8601, UTC, with milliseconds. */
export interface Tables extends RecordTables, DealTables, InboxTables {
  attempts: AttemptRow;
  limits: LimitRow;
  users: UserRow;
  sessions: SessionRow;
  chores: ChoreTable;
  record_events: RecordEventTable;
  record_keys: RecordKeyRow;
  record_counts: { record_table: string; status: string; count: number };
  record_statuses: { status: string; is_open: Flag };
  record_event_types: { type: string };
  /** Records from before their messages were searched: the chore `said words` reads them. */
  unread_records: { reference: string };
  two_step: TwoStepRow;
  recovery_codes: RecoveryCodeRow;
  saved_replies: SavedReplyRow;
  audit_entries: AuditRow;
  outbox: OutboxRow;
  secret_fingerprints: { name: string; fingerprint: string };
  installation: { name: string; value: string };
}

interface RecordTables extends Record<RecordTableName, RecordTable> {
  quote_requests: RecordTableOf<typeof quoteRequest> & FilesColumn & ConsentColumn & StepColumns & SoldColumn;
  contact_messages: RecordTableOf<typeof contactMessage>;
  vehicle_submissions: RecordTableOf<typeof vehicleSubmission> & FilesColumn & StepColumns;
}

type RecordTableOf<S extends Submission> = RecordTable & FieldColumns<S["fields"]>;

/** What was quoted or sold, in words for the lists. */
type SoldColumn = { sold_text: string | null };

/** JSON, which PostgreSQL returns parsed. */
type FilesColumn = { file_urls: ColumnType<string | readonly string[], string, string> };
type ConsentColumn = { consent: Flag | null };

/** The columns of every record table, next to those of the form's fields. */
export interface RecordTable {
  id: string;
  ref_number: string;
  /** A newer version of the program may have stored a status that this one does not know. */
  status: ColumnType<string, RecordStatus, RecordStatus>;
  /** Set by triggers from `record_statuses`. */
  is_open: ColumnType<boolean | number, never, never>;
  /** Open without an answer, or something else waits for one: a question, a return or a mail. */
  is_to_answer: ColumnType<boolean | number, never, never>;
  created_at: string;
  updated_at: string | null;
  adopted: Flag;
  order_placed: FlagWithDefault;
  /** The id of the event that began its history. */
  number: number;
  /** The id of the event that last changed it. */
  version: number;
  owner_id: string | null;
  snoozed_until: string | null;
  duplicate_of: string | null; // The reference of the record that it repeats.
  mail_problem: ColumnType<"bounced" | "failed" | "unknown" | null, never, never>; // Noted by `noteMailProblem`.
  promised_at: string; // When the first reply was promised.
  due_at: ColumnType<string | null, never, never>; // The next promise; null if none is open.
  answered_at: string | null;
  answered_by: AnsweredBy | null;
  answer_minutes: number | null;
  asked_at: string | null; // Since when the customer waits for an answer to a mail.
  other_mail_at: string | null; // Since when a mail from another address waits for a decision.
  answer_due_at: string | null; // The promise for what waits after the first reply.
  search_text: string;
  channel: Channel | null; // Null for what a visitor sent.
  entered_by: string | null;
  follows: string | null; // The reference of the record that it was made of.
  followed_by: string | null; // The newest one made of it.
  untold_at: string | null; // Since when staff have to tell the customer what could not be mailed.
}

export const attemptStates = ["sending", "refused", "unknown", "mailed", "stored"] as const;
export type AttemptState = (typeof attemptStates)[number];

/** Holds no personal data but the sealed fields, and those only while `mailed`. */
export interface AttemptRow {
  ref_number: string;
  form_type: string;
  key: string | null; // Keyed hash by which a repetition is recognised; null once it is too old to count.
  fingerprint: string; // Keyed hash of the fields that were mailed.
  state: AttemptState;
  created_at: string;
  updated_at: string; // Time of the last try. After that was mailed, the promise counts from here.
  sealed: string | null;
  error_class: string | null;
}

/** `name` is a keyed hash. */
export interface LimitRow {
  name: string;
  resets_at: number; // Unix time in milliseconds.
  count: number;
}

export interface UserRow {
  id: string;
  email: string;
  full_name: string;
  role: string;
  password_hash: string; // PHC string; empty until the user has chosen one by a link.
  password_ends_at: string | null; // The first, made-up password must be changed by then. Unset for a chosen one.
  created_at: string;
  disabled_at: string | null;
  reset_hash: string | null; // Hash of the token in a link to choose a password.
  reset_ends_at: string | null;
  desk_role: DeskRole;
  last_list: string | null; // JSON; null until they choose one.
}

export interface SessionRow {
  id: string;
  token_hash: string;
  user_id: string;
  browser: string; // In words.
  created_at: string;
  refreshed_at: string;
}

export interface TwoStepRow {
  user_id: string;
  secret: string; // Sealed.
  enabled_at: string | null; // Set once a first code has shown that the app has the secret.
  last_step: number; // The time step of the last code: no code counts twice.
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
  form: string | null; // The form it is for; null: every one.
  updated_at: string;
}

/** Triggers refuse every change but appending, and purging after 700 days. */
export interface AuditRow {
  seq: number;
  at: string;
  event: string;
  actor: string;
  subject: string | null;
  reference: string | null;
  details: string; // JSON.
}

export interface ChoreTable {
  name: string;
  first_at: string;
  started_at: string;
  done_at: Generated<string | null>; // When it last went well.
  failed_at: Generated<string | null>;
}
export type ChoreRow = Selectable<ChoreTable>;

/**
 * Ids only grow, and become visible in their order. Triggers refuse every change. Once a record is removed, its
 * staff's events stay without what a visitor wrote, and with an empty `record_id`.
 */
export interface RecordEventTable {
  id: Generated<number>;
  record_table: string;
  record_id: string;
  reference: string | null; // Unset for an older version's event that has its own entry in the audit list.
  type: RecordEventType;
  at: string;
  user_id: string | null; // Unset for visitors and the server.
  field: string | null; // Only corrections have one.
  was: string | null;
  becomes: string | null;
  note: string | null;
  key: string | null; // By which a repetition, or what takes this event back, is recognised.
}
/** The `record_id` of the events that outlive their record. */
export const removedRecord = "";

export type RecordEventRow = Selectable<RecordEventTable>;

/** In one spelling: ties records with the same e-mail address, phone number or VIN. */
export interface RecordKeyRow {
  key: string;
  number: number;
}

export type OutboxState = "queued" | "sending" | "retrying" | "sent" | "failed" | "unknown" | "bounced";

/** A mail to a customer. Its addresses and bytes are null a week after it was sent. */
export interface OutboxRow {
  key: string; // Names the mail for ever: the same key gives the same Message-ID.
  kind: string;
  ref_number: string; // The submission's reference, or empty.
  state: OutboxState;
  tries: number;
  retries: number; // Since a person last sent it.
  created_at: string;
  due_at: string; // Time of the next try, while it is queued or retrying.
  changed_at: string; // When its state last changed.
  error_class: string | null; // Or why it bounced, in words; `delayed` of a sent mail that their server has not taken yet.
  code: string | null; // `5.2.2` from the report, or the SMTP reply code.
  words: string | null; // Staff's own text, for the history.
  user_id: string | null; // The author, if the history shows the mail only once it has left.
  envelope_from: string | null;
  envelope_to: string | null; // Several are separated by ", ".
  record_address: string | null; // The record's, if the mail goes to others: they are in the heads of the mail it answers. Empty once it has left.
  source: string | null; // Sealed.
  sent_words: string | null; // Sealed; null of what was written before it was kept.
}
