import { setTimeout as delay } from "node:timers/promises";

import type { Query } from "../database/database.ts";
import { countAgainst } from "../limits/limits.ts";
import {
  attemptByKey,
  type AttemptKey,
  type Beginning,
  judgeEarlier,
  moveAttempt,
  openAttempt,
} from "./attempts.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

const addressWindowMs = 10 * 60_000;
const mailWindowMs = 60 * 60_000;
const busyPauseMs = 200;
const busyDeadlineMs = 20_000;

export type LimitedBeginning = { kind: "limited"; retryAfterSeconds: number };

/**
 * Step 1 of a submission: an attempt is on disk, `sending`, before anything is mailed; or an earlier
 * one with this key already gives the answer. Waits while another instance sends the same submission.
 */
export async function beginAttempt(
  context: SubmitContext,
  request: SubmitRequest,
  key: AttemptKey,
): Promise<Beginning | LimitedBeginning> {
  const deadline = Date.now() + busyDeadlineMs;
  for (;;) {
    const beginning = await context.database.write((tx) => beginIn(tx, context, request, key));
    if (beginning.kind !== "busy" || Date.now() > deadline) return beginning;
    await delay(busyPauseMs);
  }
}

async function beginIn(
  tx: Query,
  context: SubmitContext,
  request: SubmitRequest,
  key: AttemptKey,
): Promise<Beginning | LimitedBeginning> {
  const now = context.now();
  await context.database.lock(tx, `key ${key.key}`);
  const earlier = judgeEarlier(await attemptByKey(tx, key.key), key, now);
  if (earlier !== null && earlier.kind !== "send") return earlier;
  const retryAfterSeconds = await countSubmission(tx, context, request.clientAddress, now);
  if (retryAfterSeconds !== null) return { kind: "limited", retryAfterSeconds };
  if (earlier === null) {
    return { kind: "send", refNumber: await openAttempt(tx, request.submission, key, now) };
  }
  await moveAttempt(tx, earlier.refNumber, { state: "sending", now });
  return earlier;
}

async function countSubmission(
  tx: Query,
  { keys, limits }: SubmitContext,
  clientAddress: string,
  now: Date,
): Promise<number | null> {
  const ofAddress = {
    name: keys.hash("limit", `submissions ${clientAddress}`),
    most: limits.submissionsPerAddress,
    windowMs: addressWindowMs,
  };
  const wait = await countAgainst(tx, ofAddress, now);
  if (wait !== null) return wait;
  const inAll = { name: "staff mails in all", most: limits.mailsPerHour, windowMs: mailWindowMs };
  return countAgainst(tx, inAll, now);
}
