import { setTimeout as delay } from "node:timers/promises";

import { dayMs } from "#domain/durations.ts";
import { sameFieldsWindowMs } from "#domain/endpoints.ts";
import type { Challenge } from "#domain/proof-of-work.ts";
import { outboxDaysMax } from "#domain/retention.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import { CommitUnknown, DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import type { SolvedChallenge, ProofOfWork } from "#server/services/limits/proof-of-work.ts";
import type { MailSender } from "#server/services/mail/mail.ts";
import type { Services } from "#server/services/services.ts";

import {
  type Arrival,
  arrivalOf,
  type AttemptKey,
  attemptsByKeys,
  moveAttempt,
  moveKey,
  openAttempt,
  sendingLostAfterMs,
  withdrawSend,
} from "./attempts.ts";
import { countSubmission, countTry, LimitReached } from "./submission-limits.ts";

export interface SubmitContext extends Pick<
  Services,
  "database" | "keys" | "outbox" | "mail" | "calendar" | "limits" | "counters" | "now" | "secrets"
> {
  readonly mailer: MailSender;
  readonly proofOfWork: ProofOfWork;
  readonly log: Log;
}

/** A validated submission, and who sent it. */
export interface SubmitRequest {
  readonly submission: Submission;
  readonly values: SubmissionValues<Submission>;
  readonly idempotencyKey: string | null;
  /** The key may have been sent first up to a week ago. */
  readonly isKeyKept: boolean;
  /** The header with a solved challenge, if any. */
  readonly proof: string | null;
  /** The client can solve a challenge. A form without scripts cannot. */
  readonly canProve: boolean;
  /** For the limits; only its keyed hash is kept. */
  readonly clientAddress: string;
}

export type Beginning =
  | ({ kind: "send" } & Arrival)
  | ({ kind: "done" } & Arrival)
  | { kind: "busy" }
  | { kind: "conflict" };

const busyPauseMs = 200;
const busyDeadlineMs = 20_000;

/** With a challenge, the same submission is accepted once it is solved. */
export type LimitedAttempt = { kind: "limited"; retryAfterSeconds: number; challenge?: Challenge };

export type Begun = Beginning & { readonly isProven: boolean };

/** Thrown if nothing was mailed, but an attempt may have been stored as `sending` since `begunAt`. */
export class BeginningUnknown extends DatabaseUnavailable {
  readonly begunAt: Date;

  constructor(begunAt: Date, options: ErrorOptions) {
    super("The beginning of an attempt was not confirmed", options);
    this.begunAt = begunAt;
  }
}

/**
 * Step 1 of a submission: stores an attempt as `sending` before anything is mailed, or finds the outcome of an
 * earlier one (see `findEarlier`). Waits while the same submission is being sent.
 */
export async function beginAttempt(
  context: SubmitContext,
  request: SubmitRequest,
  key: AttemptKey,
): Promise<Begun | LimitedAttempt> {
  const proof = await context.proofOfWork.read(request.proof, key.key);
  if (request.proof !== null) {
    context.counters.challenges.inc({ outcome: proof === null ? "invalid" : "solved" });
  }
  const deadline = Date.now() + busyDeadlineMs;
  try {
    for (;;) {
      const beginning = await begin(context, request, key, proof);
      if (beginning.kind !== "busy" || Date.now() > deadline)
        return { ...beginning, isProven: proof !== null };
      await delay(busyPauseMs);
    }
  } catch (error) {
    if (error instanceof LimitReached) return limited(context, request, key, error);
    throw error;
  }
}

async function limited(
  { proofOfWork, counters }: SubmitContext,
  { canProve }: SubmitRequest,
  { key }: AttemptKey,
  { kind, retryAfterSeconds }: LimitReached,
): Promise<LimitedAttempt> {
  counters.refused.inc({ limit: kind });
  if (!canProve || kind === "tries") return { kind: "limited", retryAfterSeconds };
  counters.challenges.inc({ outcome: "demanded" });
  return { kind: "limited", retryAfterSeconds, challenge: await proofOfWork.demand(key) };
}

async function begin(
  context: SubmitContext,
  request: SubmitRequest,
  key: AttemptKey,
  proof: SolvedChallenge | null,
): Promise<Beginning> {
  const now = context.now();
  const job = async (tx: Query): Promise<Beginning> => {
    await lockKey(tx, context, key);
    const earlier = await findEarlier(tx, key, now);
    if (earlier === null) {
      await countSubmission(tx, context, request, proof);
      const refNumber = await openAttempt(tx, request.submission, key, now);
      return { kind: "send", refNumber, receivedAt: now };
    }
    if (earlier.kind !== "send") return earlier;
    await countTry(tx, context, key.key);
    await moveAttempt(tx, earlier.refNumber, { state: "sending", now });
    return earlier;
  };
  try {
    return await context.database.write(job);
  } catch (error) {
    if (error instanceof CommitUnknown) throw new BeginningUnknown(now, { cause: error });
    throw error;
  }
}

/** Withdraws an attempt whose commit was not confirmed, if it exists, so that the next try need not wait. */
export function withdrawBeginning(context: SubmitContext, key: AttemptKey, begunAt: Date): Promise<void> {
  return context.database.write(async (tx) => {
    await lockKey(tx, context, key); // Waits for that commit, should it still be under way.
    await withdrawSend(tx, key.key, begunAt);
  });
}

async function lockKey(tx: Query, { database }: SubmitContext, { key, fingerprint }: AttemptKey) {
  await database.lock(tx, `key ${key}`);
  if (fingerprint !== key) await database.lock(tx, `key ${fingerprint}`); // A post of the same fields takes it, too.
}

/** Repetitions with an Idempotency-Key, and without one (design.md section 8.16). */
const explicitKeyLifetimeMs = dayMs;
/** With a day to spare: the clocks of phones are wrong. */
const keptKeyLifetimeMs = (outboxDaysMax + 1) * dayMs;

export function attemptKey(
  keys: Keys,
  fingerprint: string,
  { idempotencyKey, isKeyKept }: SubmitRequest,
): AttemptKey {
  if (idempotencyKey === null) return keyOfFields(fingerprint);
  const key = keys.hash("idempotency-key", idempotencyKey);
  return { key, fingerprint, lifetimeMs: isKeyKept ? keptKeyLifetimeMs : explicitKeyLifetimeMs };
}

function keyOfFields(fingerprint: string): AttemptKey {
  return { key: fingerprint, fingerprint, lifetimeMs: sameFieldsWindowMs };
}

/**
 * Says what an earlier attempt means for a new one: with the same key, or else with the same fields and no key of its
 * own, as browsers post forms without scripts. That one gets the new key. Null if none counts.
 */
async function findEarlier(tx: Query, key: AttemptKey, now: Date): Promise<Beginning | null> {
  const known = await attemptsByKeys(tx, [key.key, key.fingerprint]);
  const earlier = judgeEarlier(known.get(key.key), key, now);
  if (earlier !== null) return earlier;
  if (known.has(key.key)) await moveKey(tx, key.key, null);
  const posted = judgeEarlier(known.get(key.fingerprint), keyOfFields(key.fingerprint), now);
  if (posted !== null && posted.kind !== "busy") await moveKey(tx, key.fingerprint, key.key);
  return posted;
}

function judgeEarlier(earlier: AttemptRow | undefined, key: AttemptKey, now: Date): Beginning | null {
  if (earlier === undefined || isExpired(earlier, key, now)) return null;
  if (earlier.fingerprint !== key.fingerprint) return { kind: "conflict" };
  const { state, ref_number: refNumber } = earlier;
  if (state === "mailed" || state === "stored") return { kind: "done", ...arrivalOf(earlier) };
  // An attempt from the future is from before the clock was set back: its send has ended too.
  if (state === "sending" && Math.abs(age(earlier, now)) < sendingLostAfterMs) return { kind: "busy" };
  return { kind: "send", refNumber, receivedAt: now };
}

function isExpired(attempt: AttemptRow, key: AttemptKey, now: Date): boolean {
  const mailed = attempt.state === "mailed" || attempt.state === "stored";
  return age(attempt, now) > (mailed ? key.lifetimeMs : Math.max(key.lifetimeMs, explicitKeyLifetimeMs));
}

/** Counts an attempt from the future as old as it is far ahead: the clock was corrected after it. */
function age(attempt: AttemptRow, now: Date): number {
  return Math.abs(now.getTime() - Date.parse(attempt.updated_at));
}
