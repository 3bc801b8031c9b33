import * as v from "valibot";

/** Something that happened to a record. It names things and holds nothing that a visitor or a colleague wrote. */
export const liveEventSchema = v.object({
  /** Also the record's version from then on, unless it is a note. */
  id: v.number(),
  type: v.string(),
  table: v.string(),
  record_id: v.string(),
  reference: v.string(),
  /** Who did it; null where it was the visitor or the server. */
  user_id: v.nullable(v.string()),
});
export type LiveEvent = v.InferOutput<typeof liveEventSchema>;

/** What has happened since a panel last heard. */
export const liveNewsSchema = v.object({
  /** All up to this event is told: what comes after it is news. */
  last_event: v.number(),
  /** Oldest first. */
  events: v.array(liveEventSchema),
  /** Not all of it is told: whatever is shown has to be loaded again. */
  is_gap: v.boolean(),
  /** How many records there are, by table and status. */
  counts: v.record(v.string(), v.record(v.string(), v.number())),
});
export type LiveNews = v.InferOutput<typeof liveNewsSchema>;

/** Who else has a record open, by their ids. */
export const livePresenceSchema = v.object({ reference: v.string(), people: v.array(v.string()) });
export type LivePresence = v.InferOutput<typeof livePresenceSchema>;

/** News for panels that cannot have them streamed. */
export const polledNewsSchema = v.object({
  ...liveNewsSchema.entries,
  presence: v.nullable(livePresenceSchema),
});

/** One tab of a browser, under a name that it makes up. */
export const tabSchema = v.pipe(v.string(), v.uuid());

/** The stream's own signs of life come this often; a panel that has missed two of them connects again. */
export const liveBeatMs = 10_000;

/**
 * How many records there are once `news` are heard, and whether some are gone: no event tells of that. `known`
 * is what this returned for the news before, null at first.
 */
export function countAfter(
  known: number | null,
  { events, counts, is_gap: isGap }: LiveNews,
): { readonly count: number; readonly areSomeGone: boolean } {
  const told = Object.values(counts).flatMap((byStatus) => Object.values(byStatus));
  const count = told.reduce((sum, one) => sum + one, 0);
  if (known === null || isGap) return { count, areSomeGone: false };
  // Counts may be a moment newer than events: what they count already is expected once its event is told.
  const expected = known + events.filter(isBirth).length;
  return count < expected ? { count, areSomeGone: true } : { count: expected, areSomeGone: false };
}

/** The beginning of a record, as opposed to what staff do with it. */
export function isBirth({ type }: Pick<LiveEvent, "type">): boolean {
  return type === "created" || type === "adopted";
}
