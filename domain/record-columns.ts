import * as v from "valibot";

/** The columns of every record, as the desk reads them. */
export const recordColumns = {
  id: v.string(),
  ref_number: v.string(),
  status: v.string(), // Any text: an open desk shows a status added later in grey.
  adopted: v.optional(v.boolean(), false), // The visitor's store call never came.
  order_placed: v.optional(v.boolean(), false), // Kept when enquiries are removed.
  created_at: v.string(), // ISO 8601, UTC.
  due_at: v.nullish(v.string(), null), // The next promise to the visitor; null if none is open.
  updated_at: v.nullish(v.string(), null),
  number: v.optional(v.number(), 0), // Grows with every record of any form.
  version: v.optional(v.number(), 0), // The event that last changed it.
  owner_id: v.nullish(v.string(), null), // The assignee.
  snoozed_until: v.nullish(v.string(), null),
  duplicate_of: v.nullish(v.string(), null), // The reference of the record that it repeats.
  answered_at: v.nullish(v.string(), null), // Null while the visitor waits.
  answered_by: v.nullish(v.string(), null),
  asked_at: v.nullish(v.string(), null), // Since when an answer to a mail of theirs is due; null if none is.
  other_mail_at: v.nullish(v.string(), null), // Since when a mail from another address waits for a decision.
  mail_problem: v.nullish(v.string(), null), // A mail to the visitor has `bounced` or `failed`, or it is `unknown` whether it arrived.
  channel: v.nullish(v.string(), null), // How it reached the user who entered it; null if a visitor sent it.
  entered_by: v.nullish(v.string(), null),
  follows: v.nullish(v.string(), null), // The reference of the record that it was made of.
  followed_by: v.nullish(v.string(), null), // The newest one made of it.
  untold_at: v.nullish(v.string(), null), // Since when staff have to tell the customer what could not be mailed.
  file_urls: v.optional(v.array(v.string()), []),
};

const columnsSchema = v.object(recordColumns);
export type RecordColumns = Readonly<v.InferOutput<typeof columnsSchema>>;

export const repeatsSchema = v.object({
  /** How many records are from this person, by e-mail or phone, this one included; at most `repeatsCountedTo`. */
  count: v.number(),
  /** The earlier record with the same person, machine and part; null if there is none. */
  duplicate_of: v.nullable(v.string()),
});
export type Repeats = Readonly<v.InferOutput<typeof repeatsSchema>>;

export const repeatsCountedTo = 10;
