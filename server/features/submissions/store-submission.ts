import { submissionBy } from "#domain/forms/submissions.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { insertRecord, noteConsent } from "#server/features/records/insert-records.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { announceEvents } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

import {
  arrivalOf,
  attemptByReference,
  attemptsToAdopt,
  fingerprintOf,
  markStored,
  markUnreadable,
  moveAttempt,
  openSealed,
} from "./attempts.ts";

/** More than the clocks of two instances differ. */
const clocksDifferMs = 60_000;

/** `stored` also if the same submission had been stored before. */
export type StoreOutcome = "stored" | "unknown-reference" | "other-fields";

export interface StoreRequest {
  readonly submission: Submission;
  readonly refNumber: string;
  readonly values: SubmissionValues<Submission>;
  readonly consent: boolean | null;
}

/** Step 4 of a submission (design.md section 4): stores the mailed fields as a record, exactly once. */
export async function storeSubmission(context: Services, request: StoreRequest): Promise<StoreOutcome> {
  const { submission } = request;
  const fingerprint = fingerprintOf(context.keys, submission, request.values);
  const outcome = await context.database.write((tx) => storeIn(tx, context, request, fingerprint));
  if (outcome === "stored before") return "stored";
  if (outcome === "stored") context.counters.records.inc({ kind: submission.name, stored_by: "visitor" });
  return outcome;
}

async function storeIn(
  tx: Query,
  context: Services,
  { submission, refNumber, values, consent }: StoreRequest,
  fingerprint: string,
): Promise<StoreOutcome | "stored before"> {
  await context.database.lock(tx, `attempt ${refNumber}`);
  const mailed = { ref_number: refNumber, form_type: submission.formType, fingerprint };
  const attempt = await markStored(tx, mailed);
  if (attempt !== undefined) {
    await insertStored(tx, context, submission, { attempt, values, consent, adopted: false });
    return "stored";
  }
  const earlier = await attemptByReference(tx, refNumber);
  if (earlier?.state !== "stored") return "unknown-reference";
  if (earlier.form_type !== submission.formType || earlier.fingerprint !== fingerprint) return "other-fields";
  if (consent === true) await noteConsent(tx, submission, refNumber);
  return "stored before";
}

interface StoredAttempt {
  readonly attempt: AttemptRow;
  readonly values: SubmissionValues<Submission>;
  readonly consent: boolean | null;
  readonly adopted: boolean;
}

/** A submission from the future came before the clock was corrected: it is dated now at the latest. */
async function insertStored(
  tx: Query,
  { database, calendar, now }: Services,
  submission: Submission,
  { attempt, values, consent, adopted }: StoredAttempt,
): Promise<void> {
  const storedAt = now();
  const { refNumber, receivedAt } = arrivalOf(attempt);
  const createdAt = receivedAt.getTime() > storedAt.getTime() + clocksDifferMs ? storedAt : receivedAt;
  const { due: dueAt } = replyDue(submission.replyRule, createdAt, await promisingCalendar(tx, calendar));
  await announceEvents(database, tx);
  // Last, because it makes others wait until the commit.
  await insertRecord(tx, submission, values, { refNumber, consent, adopted, createdAt, dueAt, storedAt });
}

export interface SweepContext extends Services {
  readonly log: Log;
}

/** Step 5: stores mailed submissions whose store call never came, from the sealed copy. Returns how many. */
export async function adoptMailed(context: SweepContext, adoptAfterMs: number): Promise<number> {
  const { database, keys, counters, log, now } = context;
  let adopted = 0;
  for (const refNumber of await attemptsToAdopt(database.reader, keys, now(), adoptAfterMs)) {
    try {
      const kind = await database.write((tx) => adoptOne(tx, context, refNumber));
      if (kind === null) continue;
      counters.records.inc({ kind, stored_by: "server" });
      adopted += 1;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      // The next ones must not wait for it.
      log.error({ err: error, ref: refNumber }, "mailed submission cannot be stored");
    }
  }
  return adopted;
}

/** Returns the name of its form, or null if it has been stored already or cannot be opened. */
async function adoptOne(tx: Query, context: SweepContext, refNumber: string): Promise<string | null> {
  const { database, keys, log } = context;
  await database.lock(tx, `attempt ${refNumber}`);
  const attempt = await attemptByReference(tx, refNumber);
  const submission = submissionBy("formType", attempt?.form_type);
  if (attempt?.state !== "mailed" || attempt.sealed === null || submission === undefined) return null;
  let values: SubmissionValues<Submission>;
  try {
    values = openSealed(keys, refNumber, attempt.sealed);
  } catch (error) {
    // Marked, so that it is not tried and logged every minute: staff read of it at the desk.
    log.error(
      { err: error, ref: refNumber },
      "mailed submission cannot be opened: has SESSION_SECRET changed?",
    );
    await markUnreadable(tx, keys, refNumber);
    return null;
  }
  await moveAttempt(tx, refNumber, { state: "stored" });
  await insertStored(tx, context, submission, { attempt, values, consent: null, adopted: true });
  return submission.name;
}
