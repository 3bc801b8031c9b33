import * as v from "valibot";

import { liveStartSchema } from "./wire.ts";

export const liveEventSchema = v.object({
  id: v.number(), // Also the record's version from then on, unless it is a note.
  type: v.string(),
  table: v.string(),
  record_id: v.string(),
  reference: v.string(),
  user_id: v.nullable(v.string()), // Null for the visitor or the server.
});
export type LiveEvent = v.InferOutput<typeof liveEventSchema>;

export const liveUpdateSchema = v.object({
  ...liveStartSchema.entries,
  events: v.array(liveEventSchema), // Oldest first.
  is_gap: v.boolean(), // Events are missing: load everything again.
});
export type LiveUpdate = v.InferOutput<typeof liveUpdateSchema>;

export const livePresenceSchema = v.object({ reference: v.string(), people: v.array(v.string()) });
export type LivePresence = v.InferOutput<typeof livePresenceSchema>;

export const polledUpdateSchema = v.object({
  ...liveUpdateSchema.entries,
  presence: v.nullable(livePresenceSchema),
});
export type PolledUpdate = v.InferOutput<typeof polledUpdateSchema>;

/** The random name of a browser tab. */
export const tabSchema = v.pipe(v.string(), v.uuid());

/** How often the stream beats. A client that misses two beats reconnects. */
export const liveBeatMs = 10_000;

export function isNewRecord({ type }: LiveEvent): boolean {
  return type === "created" || type === "adopted";
}
