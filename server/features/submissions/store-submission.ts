import * as v from "valibot";

import { submissionBy } from "#domain/forms/submissions.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { insertRecord, noteConsent } from "#server/features/records/insert-records.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { announceEvents } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

import {
  arrivalOf,
  attemptByReference,
  attemptsToAdopt,
  fingerprintOf,
  markStored,
  moveAttempt,
} from "./attempts.ts";
import { markUnreadable, unreadableMark } from "./unreadable-attempts.ts";

/** More than the clocks of two instances differ. */
const clocksDifferMs = 60_000;

type StoreContext = Pick<Services, "database" | "keys" | "counters" | "calendar" | "now">;

/** `stored` also if the same submission had been stored before. */
export type StoreOutcome = "stored" | "unknown-reference" | "other-fields";

export interface StoreRequest {
  readonly submission: Submission;
  readonly refNumber: string;
  readonly values: SubmissionValues<Submission>;
  readonly consent: boolean | null;
}

/** Step 4 of a submission (design.md section 4): stores the mailed fields as a record, exactly once. */
export async function storeSubmission(context: StoreContext, request: StoreRequest): Promise<StoreOutcome> {
  const { submission } = request;
  const fingerprint = fingerprintOf(context.keys, submission, request.values);
  const outcome = await context.database.write((tx) => storeIn(tx, context, request, fingerprint));
  if (outcome === "stored before") return "stored";
  if (outcome === "stored") context.counters.records.inc({ kind: submission.name, stored_by: "visitor" });
  return outcome;
}

async function storeIn(
  tx: Query,
  context: StoreContext,
  request: StoreRequest,
  fingerprint: string,
): Promise<StoreOutcome | "stored before"> {
  const { submission, refNumber, values, consent } = request;
  await context.database.lock(tx, `attempt ${refNumber}`);
  const attempt = await markStored(tx, {
    ref_number: refNumber,
    form_type: submission.formType,
    fingerprint,
  });
  if (attempt === undefined) return notMailed(tx, request, fingerprint);
  const record = {
    refNumber,
    consent,
    adopted: false,
    ...(await momentsOf(tx, context, submission, attempt)),
  };
  await announceEvents(context.database, tx);
  await insertRecord(tx, submission, values, record); // Last, because it makes others wait until the commit.
  return "stored";
}

async function notMailed(
  tx: Query,
  request: StoreRequest,
  fingerprint: string,
): Promise<StoreOutcome | "stored before"> {
  const { submission, refNumber } = request;
  const attempt = await attemptByReference(tx, refNumber);
  if (attempt?.state !== "stored") return "unknown-reference";
  const matches = attempt.form_type === submission.formType && attempt.fingerprint === fingerprint;
  return matches ? storedBefore(tx, request) : "other-fields";
}

/** A submission from the future came before the clock was corrected: it is dated now at the latest. */
async function momentsOf(tx: Query, context: StoreContext, { replyRule }: Submission, attempt: AttemptRow) {
  const storedAt = context.now();
  const { receivedAt } = arrivalOf(attempt);
  const createdAt = receivedAt.getTime() > storedAt.getTime() + clocksDifferMs ? storedAt : receivedAt;
  const calendar = await promisingCalendar(tx, context.calendar);
  const { due: dueAt } = replyDue(replyRule, createdAt, calendar);
  return { createdAt, dueAt, storedAt };
}

async function storedBefore(tx: Query, request: StoreRequest): Promise<"stored before"> {
  if (request.consent === true) await noteConsent(tx, request.submission, request.refNumber);
  return "stored before";
}

export interface SweepContext extends StoreContext {
  readonly log: Log;
}

const adoptionsAtMost = 1000;

/** Step 5: stores mailed submissions whose store call never came, from the sealed copy. Returns how many. */
export async function adoptMailed(context: SweepContext, adoptAfterMs: number): Promise<number> {
  const { database, keys, now } = context;
  const selection = { afterMs: adoptAfterMs, atMost: adoptionsAtMost, hopeless: unreadableMark(keys) };
  const references = await attemptsToAdopt(database.reader, now(), selection);
  let adopted = 0;
  for (const refNumber of references) {
    try {
      const kind = await context.database.write((tx) => adoptOne(tx, context, refNumber));
      if (kind === null) continue;
      context.counters.records.inc({ kind, stored_by: "server" });
      adopted += 1;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      // The next ones must not wait for it.
      await giveUpOn(context, refNumber, error);
    }
  }
  return adopted;
}

/** The sealed copy was not made with this SESSION_SECRET. */
class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** Marks an attempt that cannot be opened, so that it is not tried and logged every minute. */
async function giveUpOn({ database, keys, log }: SweepContext, refNumber: string, error: unknown) {
  if (error instanceof Unreadable) await database.write((tx) => markUnreadable(tx, keys, refNumber));
  log.error({ err: error, ref: refNumber }, "mailed submission cannot be stored");
}

/** Returns the name of its form, or null if it has been stored already. */
async function adoptOne(tx: Query, context: StoreContext, refNumber: string): Promise<string | null> {
  await context.database.lock(tx, `attempt ${refNumber}`);
  const attempt = await attemptByReference(tx, refNumber);
  const submission = submissionBy("formType", attempt?.form_type);
  if (attempt?.state !== "mailed" || attempt.sealed === null || submission === undefined) return null;
  const values = readable(() => openSealed(context.keys, refNumber, attempt.sealed ?? ""));
  const record = {
    refNumber,
    consent: null,
    adopted: true,
    ...(await momentsOf(tx, context, submission, attempt)),
  };
  await moveAttempt(tx, refNumber, { state: "stored" });
  await announceEvents(context.database, tx);
  await insertRecord(tx, submission, values, record);
  return submission.name;
}

function readable<Values>(open: () => Values): Values {
  try {
    return open();
  } catch (error) {
    throw new Unreadable("It was sealed with another SESSION_SECRET", { cause: error });
  }
}

/** The copy of the fields that a mailed attempt carries until it is stored. */
export function sealFields(keys: Keys, refNumber: string, values: SubmissionValues<Submission>): string {
  return keys.seal(JSON.stringify(values), refNumber);
}

const sealedFields = v.record(v.string(), v.union([v.string(), v.number()]));

export function openSealed(keys: Keys, refNumber: string, sealed: string): SubmissionValues<Submission> {
  return v.parse(sealedFields, JSON.parse(keys.unseal(sealed, refNumber)));
}
