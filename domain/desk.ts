import * as v from "valibot";

import { type InboundMail, recipientsSchema } from "./inbox-wire.ts";
import { plainText } from "./plain-text.ts";
import type { RecordColumns } from "./record-columns.ts";
import { noteMaxLength, type RecordEvent } from "./record-event.ts";
import { recordStatuses } from "./record-status.ts";

/** The longest search; the rest is ignored. */
export const searchMaxLength = 200;

export interface DeskPerson {
  readonly id: string;
  readonly full_name: string;
  readonly email: string;
  readonly is_active: boolean;
}

export interface DeskCounts {
  readonly statuses: Readonly<Record<string, number>>;
  readonly mine: number; // Open, assigned to the user, not snoozed.
  readonly snoozed: number;
  readonly due: number; // Wait for an answer that was promised, not snoozed.
  readonly mail_problems: number; // Of records whose customer may not have got a mail.
}

export interface DeskSummary {
  readonly counts: Readonly<Record<string, DeskCounts>>; // By table.
  readonly people: readonly DeskPerson[];
  readonly unfiled: number; // Mails that belong to no record yet.
}

export interface RelatedRecord {
  readonly table: string;
  readonly ref_number: string;
  readonly status: string;
  readonly created_at: string;
  readonly summary: string;
  readonly shares: readonly string[]; // The fields that match.
  readonly duplicate_of: string | null;
}

/** A mail to the visitor, as true as the mail server's replies are. */
export interface RecordMail {
  readonly key: string;
  readonly kind: string;
  readonly state: string;
  readonly at: string; // When that state began.
  readonly due_at: string; // When it leaves, or is tried again.
  readonly error: string | null;
  readonly code: string | null; // Of the delivery report.
  readonly words: string | null; // What staff wrote.
  readonly user_id: string | null; // Who wrote it.
  readonly to: string | null; // Null if it is sent, or no longer kept.
  readonly is_readdressed: boolean; // The record's address has been corrected since.
}

/** A record as `desk-record` shows it. */
export interface ShownRecord {
  readonly table: string;
  readonly record: unknown;
  readonly events: readonly RecordEvent[];
  readonly related: readonly RelatedRecord[];
  readonly mails: readonly RecordMail[]; // Oldest first.
  readonly messages: readonly InboundMail[]; // Mails from the customer, oldest first; those of a deal are in it.
  readonly deal?: unknown; // What followed a quote request (deals/deal-wire.ts).
  readonly sale?: unknown; // What followed a vehicle (deals/sale-wire.ts), with its photos.
  readonly photos?: unknown; // Of a quote request (deals/sale-wire.ts).
}

/** An instant as `toISOString` writes it. Only years 1 to 9999 have the same text on both engines, and sort by it. */
export const storableInstant = /^(?!0000)\d{4}-/;

const instantSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.toDate(),
  v.transform((date) => date.toISOString()),
  v.regex(storableInstant),
);

export const bulkMost = 200;

/** Changes to records. One of a status is based on the version that the user saw. What a change leaves out stays as it is. */
export const recordChangesSchema = v.strictObject({
  changes: v.pipe(
    v.array(
      v.strictObject({
        reference: v.string(),
        version: v.number(),
        status: v.exactOptional(v.picklist(recordStatuses)),
        owner_id: v.exactOptional(v.nullable(v.string())),
        snoozed_until: v.exactOptional(v.nullable(instantSchema)),
        order_placed: v.exactOptional(v.boolean()), // It led to an order, so it is kept longer.
        duplicate_of: v.exactOptional(v.nullable(v.string())), // The reference of a record of the same table.
      }),
    ),
    v.minLength(1),
    v.maxLength(bulkMost),
  ),
});
export type RequestedChange = v.InferOutput<typeof recordChangesSchema>["changes"][number];
export type RecordCells = Omit<RequestedChange, "reference" | "version">;

/** `version` is the record's current one. */
export interface ChangeOutcome {
  readonly reference: string;
  /** `stale`: someone else changed the record first, so it was left as it is. `refused`: a rule forbids it, and `why` says which. */
  readonly kind: "changed" | "stale" | "refused" | "missing";
  readonly version: number;
  readonly why?: string;
  /** Of a changed record: closing answers it, opening it again may undo that. */
  readonly answer?: Pick<RecordColumns, "answered_at" | "answered_by">;
}

/** One outcome per change, in the same order. The desk asks for nothing of the rest again. */
export interface ChangeOutcomes {
  readonly summary: DeskSummary;
  readonly opened: ShownRecord | null; // The one that was changed; null if it is gone or there are several.
  readonly outcomes: readonly ChangeOutcome[];
}

/** Corrected fields of a record by name, as the form would send them; an optional one may be emptied. */
export const correctionSchema = v.strictObject({
  fields: v.pipe(
    v.record(v.string(), v.nullable(v.string())),
    v.check((fields) => Object.keys(fields).length > 0, "Nothing is corrected"),
  ),
});

/** Chosen by the client: a repeated request with the same key does nothing more. */
const keySchema = v.pipe(v.string(), v.regex(/^[0-9a-f-]{32,36}$/));

const noteTextSchema = v.pipe(
  v.string("A note is text"),
  v.transform(plainText),
  v.check(
    (text) => [...text].length <= noteMaxLength,
    `A note can have at most ${noteMaxLength.toLocaleString("en-NZ")} characters`,
  ),
);

export const newNoteSchema = v.strictObject({
  text: v.pipe(noteTextSchema, v.minLength(1, "The note is empty")),
  key: keySchema,
});
export type NewNote = v.InferOutput<typeof newNoteSchema>;

/** A phone call with the visitor; the text may be empty. */
export const loggedCallSchema = v.strictObject({ text: noteTextSchema, key: keySchema });
export type LoggedCall = v.InferOutput<typeof loggedCallSchema>;

/** A reply by mail. What is wrong with its text says `replyProblem`. */
export const newReplySchema = v.strictObject({
  text: noteTextSchema,
  key: keySchema,
  in_reply_to: v.exactOptional(v.string()), // The id of the mail that it answers.
  to: v.exactOptional(recipientsSchema),
});
export type NewReply = v.InferOutput<typeof newReplySchema>;

export const callBackSchema = v.strictObject({ key: keySchema });
