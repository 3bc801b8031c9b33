import * as v from "valibot";

/** An event of a record, without anything that a visitor or staff wrote. */
export const liveEventSchema = v.object({
  id: v.number(), // Also the record's version from then on, unless it is a note.
  type: v.string(),
  table: v.string(),
  record_id: v.string(),
  reference: v.string(),
  /** Who did it; null for the visitor or the server. */
  user_id: v.nullable(v.string()),
});
export type LiveEvent = v.InferOutput<typeof liveEventSchema>;

/** What happened since the client last heard. */
export const liveNewsSchema = v.object({
  /** Everything up to this event is included. */
  last_event: v.number(),
  /** Oldest first. */
  events: v.array(liveEventSchema),
  /** Events are missing: the client must load everything again. */
  is_gap: v.boolean(),
  /** How many records there are, by table and status. */
  counts: v.record(v.string(), v.record(v.string(), v.number())),
});
export type LiveNews = v.InferOutput<typeof liveNewsSchema>;

/** The ids of the users who have the record open. */
export const livePresenceSchema = v.object({ reference: v.string(), people: v.array(v.string()) });
export type LivePresence = v.InferOutput<typeof livePresenceSchema>;

/** News for clients that cannot receive a stream. */
export const polledNewsSchema = v.object({
  ...liveNewsSchema.entries,
  presence: v.nullable(livePresenceSchema),
});

/** The random name of a browser tab. */
export const tabSchema = v.pipe(v.string(), v.uuid());

/** How often the stream beats. A client that misses two beats reconnects. */
export const liveBeatMs = 10_000;

/**
 * Returns the number of records after `news`, and whether some were removed, which no event reports. `known` is
 * the count returned for the news before; null at first.
 */
export function countAfter(
  known: number | null,
  { events, counts, is_gap: isGap }: LiveNews,
): { readonly count: number; readonly areSomeGone: boolean } {
  const told = Object.values(counts).flatMap((byStatus) => Object.values(byStatus));
  const count = told.reduce((sum, one) => sum + one, 0);
  if (known === null || isGap) return { count, areSomeGone: false };
  // Counts may be newer than the events: a record counted already is expected when its event arrives.
  const expected = known + events.filter(isBirth).length;
  return count < expected ? { count, areSomeGone: true } : { count: expected, areSomeGone: false };
}

/** Whether the event created the record. */
export function isBirth({ type }: Pick<LiveEvent, "type">): boolean {
  return type === "created" || type === "adopted";
}
