import { setTimeout as delay } from "node:timers/promises";

import type { Challenge } from "#domain/proof-of-work.ts";
import { CommitUnknown, DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { Proof } from "#server/services/limits/proof-of-work.ts";

import {
  type AttemptKey,
  type Beginning,
  findEarlier,
  moveAttempt,
  openAttempt,
  withdrawSend,
} from "./attempts.ts";
import { countSubmission, countTry, LimitReached } from "./submission-limits.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

const busyPauseMs = 200;
const busyDeadlineMs = 20_000;

/** With a challenge, the same submission is accepted once it is solved. */
export type Limited = { kind: "limited"; retryAfterSeconds: number; challenge?: Challenge };

export type Begun = Beginning & { readonly isProven: boolean };

/** Nothing was mailed, but an attempt may have been stored as `sending` since `begunAt`. */
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
): Promise<Begun | Limited> {
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

async function begin(
  context: SubmitContext,
  request: SubmitRequest,
  key: AttemptKey,
  proof: Proof | null,
): Promise<Beginning> {
  const now = context.now();
  try {
    return await context.database.write((tx) =>
      beginIn(tx, { ...context, now: () => now }, request, key, proof),
    );
  } catch (error) {
    if (error instanceof CommitUnknown) throw new BeginningUnknown(now, { cause: error });
    throw error;
  }
}

async function limited(
  { proofOfWork, counters }: SubmitContext,
  { canProve }: SubmitRequest,
  { key }: AttemptKey,
  { kind, retryAfterSeconds }: LimitReached,
): Promise<Limited> {
  counters.refused.inc({ limit: kind });
  if (!canProve || kind === "tries") return { kind: "limited", retryAfterSeconds };
  counters.challenges.inc({ outcome: "demanded" });
  return { kind: "limited", retryAfterSeconds, challenge: await proofOfWork.demand(key) };
}

async function beginIn(
  tx: Query,
  context: SubmitContext,
  request: SubmitRequest,
  key: AttemptKey,
  proof: Proof | null,
): Promise<Beginning> {
  const now = context.now();
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
}

async function lockKey(
  tx: Query,
  { database }: SubmitContext,
  { key, fingerprint }: AttemptKey,
): Promise<void> {
  await database.lock(tx, `key ${key}`);
  if (fingerprint !== key) await database.lock(tx, `key ${fingerprint}`); // A post of the same fields takes it, too.
}

/** Withdraws an attempt whose commit was not confirmed, if it exists, so that the next try need not wait. */
export function withdrawBeginning(context: SubmitContext, key: AttemptKey, begunAt: Date): Promise<void> {
  return context.database.write(async (tx) => {
    await lockKey(tx, context, key); // Waits for that commit, should it still be under way.
    await withdrawSend(tx, key.key, begunAt);
  });
}
