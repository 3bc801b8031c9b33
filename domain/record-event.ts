import * as v from "valibot";

/** Types of events. `mailed`, `created` and `adopted` come from the submission, the rest from staff. */
export const recordEventTypes = [
  "mailed",
  "created",
  "adopted",
  "status",
  "owner",
  "snooze",
  "order",
  "note",
  "corrected",
  "call",
  "call_undone",
  "reply",
  "reply_undone",
  "mail",
] as const;
export type RecordEventType = (typeof recordEventTypes)[number];

export const recordEventSchema = v.object({
  id: v.number(),
  type: v.string(),
  at: v.string(),
  user_id: v.nullable(v.string()),
  field: v.nullish(v.string(), null), // Corrected from `was` to `becomes`; null for every other type.
  was: v.nullable(v.string()),
  becomes: v.nullable(v.string()),
  note: v.nullable(v.string()),
});

export type RecordEvent = v.InferOutput<typeof recordEventSchema>;

export const noteMaxLength = 10_000; // In code points.
