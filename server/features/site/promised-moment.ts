import { dueSentence } from "#domain/due-words.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { replyDue } from "#domain/reply-due.ts";
import { arrivalOf, attemptByReference } from "#server/features/submissions/attempts.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

/** Says in a sentence when the reply to a submission is due; "" if that is not known. */
export type PromisedMoment = (refNumber: string) => Promise<string>;

/**
 * Reads the promised moment from the ledger: one row by its key. Without a mailed submission of that
 * reference, or without the database, the thanks page stands without it.
 */
export function promisedMoment(services: Services, log: Log): PromisedMoment {
  const { database, calendar, now } = services;
  return async (refNumber) => {
    try {
      const attempt = await attemptByReference(database.reader, refNumber);
      const submission = submissionBy("formType", attempt?.form_type);
      const isMailed = attempt?.state === "mailed" || attempt?.state === "stored";
      if (!isMailed || submission === undefined) return "";
      const reply = replyDue(submission.replyRule, arrivalOf(attempt).receivedAt, calendar);
      return dueSentence(reply, now());
    } catch (error) {
      log.warn({ err: error, ref: refNumber }, "thanks page without the promised moment");
      return "";
    }
  };
}
