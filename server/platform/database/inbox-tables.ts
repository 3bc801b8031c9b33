import type { ColumnType, Selectable } from "kysely";

import type { Flag } from "./deal-tables.ts";

export type FlagWithDefault = ColumnType<boolean | number, boolean | undefined, boolean>;

export interface InboxTables {
  inbound_mails: InboundMailRow;
  inbound_files: InboundFileRow;
  inbound_sources: InboundSourceRow;
}

/** A mail that came back. Each is one row, however often it is read from the mailbox. */
export interface InboundMailRow {
  id: string;
  key: string; // A hash of the Message-ID and the text, or else of all bytes.
  kind: "reply" | "automatic" | "report";
  /** `ignored`: nothing for staff to look at. */
  state: "unfiled" | "filed" | "ignored";
  ref_number: string | null;
  is_from_other: Flag; // The sender differs from the record's address and staff have not confirmed it.
  is_settled: FlagWithDefault; // No answer is needed any more. Many answered mails have false.
  message_id: string | null; // With its angle brackets, as are those in `thread`.
  thread: string; // The ids it refers to, oldest first, separated by spaces.
  from_name: string;
  from_address: string; // In lower case, as all here; empty if it has none.
  reply_to_name: string;
  reply_to_address: string; // Empty unless its sender wants answers elsewhere.
  copies: string; // Whom else it went to, but us: JSON of names and addresses.
  subject: string;
  at: string;
  words: string;
  full_text: string;
}

export type StoredMail = Selectable<InboundMailRow>;

/** An attachment. What is kept of it is never the bytes of a picture as they came. */
export interface InboundFileRow {
  id: string;
  mail_id: string;
  position: number;
  name: string;
  bytes: number; // Size before any re-encoding.
  kept: "picture" | "download" | null;
  type: string | null; // The Content-Type it is served with.
  content: Uint8Array | null;
  preview: Uint8Array | null; // A picture, at most 320 pixels wide.
  removed_at: string | null; // Staff took it out: only its name is left.
}

/** A piece of the message as it came, for 90 days. */
export interface InboundSourceRow {
  mail_id: string;
  position: number; // From 0.
  at: string;
  sealed: Uint8Array; // With the key of LINK_SECRET, bound to `sourceContext`.
}
