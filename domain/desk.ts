import * as v from "valibot";

import { inboundMailSchema, recipientsSchema } from "./inbox-wire.ts";
import { plainText } from "./plain-text.ts";
import { recordColumns } from "./record-columns.ts";
import { noteMaxLength, recordEventSchema } from "./record-event.ts";
import { recordStatuses } from "./record-status.ts";

/** The longest search; the rest is ignored. */
export const searchMaxLength = 200;

export const deskPersonSchema = v.object({
  id: v.string(),
  full_name: v.string(),
  email: v.string(),
  is_active: v.boolean(),
});
export type DeskPerson = v.InferOutput<typeof deskPersonSchema>;

export const deskCountsSchema = v.object({
  statuses: v.record(v.string(), v.number()),
  mine: v.number(), // Open, assigned to the user, not snoozed.
  snoozed: v.number(),
  mail_problems: v.number(), // Of records whose customer may not have got a mail.
});
export type DeskCounts = v.InferOutput<typeof deskCountsSchema>;

export const deskSummarySchema = v.object({
  counts: v.record(v.string(), deskCountsSchema), // By table.
  people: v.array(deskPersonSchema),
  unfiled: v.optional(v.number(), 0), // Mails that belong to no record yet.
});
export type DeskSummary = v.InferOutput<typeof deskSummarySchema>;

export const relatedRecordSchema = v.object({
  table: v.string(),
  ref_number: v.string(),
  status: v.string(),
  created_at: v.string(),
  summary: v.string(),
  shares: v.array(v.string()), // The fields that match.
  duplicate_of: v.nullish(v.string(), null),
});
export type RelatedRecord = v.InferOutput<typeof relatedRecordSchema>;

/** A mail to the visitor, as true as the mail server's replies are. */
export const recordMailSchema = v.object({
  key: v.string(),
  kind: v.string(),
  state: v.string(),
  at: v.string(), // When that state began.
  due_at: v.string(), // When it leaves, or is tried again.
  error: v.nullable(v.string()),
  code: v.nullish(v.string(), null), // Of the delivery report.
  words: v.nullable(v.string()), // What staff wrote.
  user_id: v.nullish(v.string(), null), // Who wrote it.
  to: v.nullish(v.string(), null), // Null if it is sent, or no longer kept.
  is_readdressed: v.optional(v.boolean(), false), // The record's address has been corrected since.
});
export type RecordMail = v.InferOutput<typeof recordMailSchema>;

export const openRecordSchema = v.object({
  table: v.string(),
  record: v.unknown(),
  events: v.array(recordEventSchema),
  related: v.array(relatedRecordSchema),
  mails: v.optional(v.array(recordMailSchema), []), // Oldest first.
  messages: v.optional(v.array(inboundMailSchema), []), // Mails from the customer, oldest first; those of a deal are in it.
  deal: v.optional(v.unknown(), null), // What followed a quote request (deals/deal-wire.ts).
  sale: v.optional(v.unknown(), null), // What followed a vehicle (deals/sale-wire.ts), with its photos.
  photos: v.optional(v.unknown(), null), // Of a quote request (deals/sale-wire.ts).
});

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

const answerSchema = v.object({
  answered_at: recordColumns.answered_at,
  answered_by: recordColumns.answered_by,
});

/** Lists outcomes in the order of the changes. `version` is the record's current one. The desk asks for nothing else again. */
export const changeOutcomesSchema = v.object({
  summary: deskSummarySchema,
  opened: v.nullable(v.unknown()), // The one that was changed, as `desk-record` shows it; null if it is gone or there are several.
  outcomes: v.array(
    v.object({
      reference: v.string(),
      /** `stale`: someone else changed the record first, so it was left as it is. `refused`: a rule forbids it, and `why` says which. */
      kind: v.picklist(["changed", "stale", "refused", "missing"]),
      version: v.number(),
      why: v.optional(v.string()),
      answer: v.optional(answerSchema), // Of a changed record: closing answers it, opening it again may undo that.
    }),
  ),
});
export type ChangeOutcomes = v.InferOutput<typeof changeOutcomesSchema>;
export type ChangeOutcome = ChangeOutcomes["outcomes"][number];

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
