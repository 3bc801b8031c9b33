import * as v from "valibot";

import { noteMaxLength, recordEventSchema } from "./record-event.ts";
import { recordStatuses } from "./record-status.ts";

/** Most characters of a search; what is typed beyond is not looked at. */
export const searchMaxLength = 200;

/** Somebody who can sign in or could once: owners and authors are named by their id. */
export const deskPersonSchema = v.object({
  id: v.string(),
  full_name: v.string(),
  email: v.string(),
  /** Records can be given to them. */
  is_active: v.boolean(),
});
export type DeskPerson = v.InferOutput<typeof deskPersonSchema>;

/** How many records of one kind there are. */
export const deskCountsSchema = v.object({
  /** By status; one that nobody has is 0. */
  statuses: v.record(v.string(), v.number()),
  /** Open, owned by whoever asks, and not snoozed. */
  mine: v.number(),
  snoozed: v.number(),
});
export type DeskCounts = v.InferOutput<typeof deskCountsSchema>;

/** What the panel shows besides lists. */
export const deskSummarySchema = v.object({
  /** By table. */
  counts: v.record(v.string(), deskCountsSchema),
  people: v.array(deskPersonSchema),
  /** The newest event of all records: what comes after it is news. */
  last_event: v.number(),
});
export type DeskSummary = v.InferOutput<typeof deskSummarySchema>;

/** A record of the same person or the same machine. */
export const relatedRecordSchema = v.object({
  table: v.string(),
  ref_number: v.string(),
  status: v.string(),
  created_at: v.string(),
  summary: v.string(),
  /** The fields in which both say the same. */
  shares: v.array(v.string()),
});
export type RelatedRecord = v.InferOutput<typeof relatedRecordSchema>;

/** One record with all that is known about it. `record` is a row of its noun. */
export const openRecordSchema = v.object({
  table: v.string(),
  record: v.unknown(),
  events: v.array(recordEventSchema),
  related: v.array(relatedRecordSchema),
});

/** Instants are compared as texts: whatever clock one was written by, it is kept as `toISOString` writes it. */
const instantSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.toDate(),
  v.transform((date) => date.toISOString()),
);

/** What staff change besides the status. */
export const deskChangeSchema = v.strictObject({
  owner_id: v.exactOptional(v.nullable(v.string())),
  snoozed_until: v.exactOptional(v.nullable(instantSchema)),
});
export type DeskChange = v.InferOutput<typeof deskChangeSchema>;

/** Corrected fields of a record by name, as the form would send them; an optional one may be emptied. */
export const correctionSchema = v.strictObject({
  fields: v.pipe(
    v.record(v.string(), v.nullable(v.string())),
    v.check((fields) => Object.keys(fields).length > 0, "Nothing is corrected"),
  ),
});

// Staff paste from anywhere: what no database can hold is dropped rather than the note refused.
const unspeakable = /[\p{Cc}--[\n\t]]/gv;

/** What a change answers: the version that it left behind. */
export const changedSchema = v.object({ version: v.number() });

/** Most records whose status is changed at once. */
export const bulkMost = 200;

/** A status for several records, each in the version that the person has seen. */
export const statusChangesSchema = v.strictObject({
  changes: v.pipe(
    v.array(
      v.strictObject({ reference: v.string(), version: v.number(), status: v.picklist(recordStatuses) }),
    ),
    v.minLength(1),
    v.maxLength(bulkMost),
  ),
});
export type StatusChange = v.InferOutput<typeof statusChangesSchema>["changes"][number];

/** What became of each, in the order of the changes. Whatever is not changed stands as it stood. */
export const statusOutcomesSchema = v.object({
  outcomes: v.array(
    v.object({
      reference: v.string(),
      kind: v.picklist(["changed", "stale", "missing"]),
      version: v.number(),
    }),
  ),
});
export type StatusOutcome = v.InferOutput<typeof statusOutcomesSchema>["outcomes"][number];

/** A note as staff write it. `key` is its writer's own name for it: sent again, it is the same note. */
export const newNoteSchema = v.strictObject({
  text: v.pipe(
    v.string("A note is text"),
    v.transform((text) =>
      text.toWellFormed().replaceAll("\r\n", "\n").replaceAll(unspeakable, "").normalize("NFC").trim(),
    ),
    v.minLength(1, "The note is empty"),
    v.check(
      (text) => [...text].length <= noteMaxLength,
      `A note can have at most ${noteMaxLength.toLocaleString("en-NZ")} characters`,
    ),
  ),
  key: v.pipe(v.string(), v.regex(/^[0-9a-f-]{32,36}$/)),
});
export type NewNote = v.InferOutput<typeof newNoteSchema>;
