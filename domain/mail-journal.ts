import * as v from "valibot";

/** Stands beside the names of submissions where a failed self-test of the mail path is meant. */
export const selfTestKind = "self-test";

const outageSchema = v.object({
  /** First and last failure; ISO 8601, UTC. */
  from: v.string(),
  to: v.string(),
  /** How many of each kind never got through. */
  failed: v.record(v.string(), v.number()),
  /** How many of them may have reached the inbox all the same: no reply came after the message. */
  maybe_arrived: v.number(),
  /** What the mail server did, for example "smtp 451" or "ECONNREFUSED". */
  errors: v.array(v.string()),
});

/** A time in which mail failed, as the panel tells it. Holds nothing of the visitors. */
export type Outage = v.InferOutput<typeof outageSchema>;

/** Answer of the mail journal: the last day's outages, newest first. */
export const mailJournalSchema = v.object({ outages: v.array(outageSchema) });
export type MailJournal = v.InferOutput<typeof mailJournalSchema>;
