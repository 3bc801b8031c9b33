import * as v from "valibot";

export const noticeSchema = v.object({
  id: v.string(), // For example `backups`. At most one notice has it.
  severity: v.picklist(["danger", "warn"]),
  title: v.string(),
  words: v.string(),
});
export type Notice = v.InferOutput<typeof noticeSchema>;

export const noticesSchema = v.object({ notices: v.array(noticeSchema) });

const outageSchema = v.object({
  from: v.string(), // First and last failure; ISO 8601, UTC.
  to: v.string(),
  failed: v.record(v.string(), v.number()),
  maybe_arrived: v.number(), // No reply came after the message.
  errors: v.array(v.string()), // For example "smtp 451", "ECONNREFUSED".
});

export type Outage = v.InferOutput<typeof outageSchema>;

/** Response of `GET /functions/v1/mail-journal`: the last day, newest first, without personal data. */
export const mailJournalSchema = v.object({ outages: v.array(outageSchema) });
export type MailJournal = v.InferOutput<typeof mailJournalSchema>;
