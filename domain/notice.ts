import * as v from "valibot";

/** Something about the installation that staff must know, in words they can act on. */
export const noticeSchema = v.object({
  /** What it is about, for example `backups`. At most one notice has it. */
  id: v.string(),
  severity: v.picklist(["danger", "warn"]),
  title: v.string(),
  words: v.string(),
});
export type Notice = v.InferOutput<typeof noticeSchema>;

/** Response of `GET /functions/v1/notices`. */
export const noticesSchema = v.object({ notices: v.array(noticeSchema) });

/** The kind of a failed self-test of the mail path, next to the names of the submissions. */
export const selfTestKind = "self-test";

const outageSchema = v.object({
  /** First and last failure; ISO 8601, UTC. */
  from: v.string(),
  to: v.string(),
  /** How many mails of each kind were never sent. */
  failed: v.record(v.string(), v.number()),
  /** How many of them may have reached the inbox all the same: no reply came after the message. */
  maybe_arrived: v.number(),
  /** What the mail server did, for example "smtp 451" or "ECONNREFUSED". */
  errors: v.array(v.string()),
});

/** A time in which mail failed. Holds no personal data. */
export type Outage = v.InferOutput<typeof outageSchema>;

/** Response of `GET /functions/v1/mail-journal`: the last day's outages, newest first. */
export const mailJournalSchema = v.object({ outages: v.array(outageSchema) });
export type MailJournal = v.InferOutput<typeof mailJournalSchema>;
