import { randomInt } from "node:crypto";

import { dayMs } from "#domain/durations.ts";
import { makeReferenceNumber } from "#domain/reference-number.ts";
import { outboxDaysMax } from "#domain/retention.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import { sameFieldsWindowMs } from "#domain/wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { AttemptRow, AttemptState } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import type { SubmitRequest } from "./submit-context.ts";

export interface AttemptKey {
  /** Keyed hash of the Idempotency-Key, or of form type and fields. */
  readonly key: string;
  /** Keyed hash of form type and fields. */
  readonly fingerprint: string;
  /** How long after its mail a repeated submission gets the same reference. */
  readonly lifetimeMs: number;
}

/** Repetitions with an Idempotency-Key, and without one (design.md section 8.16). */
const explicitKeyLifetimeMs = dayMs;
/** With a day to spare: the clocks of phones are wrong. */
const keptKeyLifetimeMs = (outboxDaysMax + 1) * dayMs;
/** No send takes this long: an attempt that is still `sending` belongs to a process that died. */
const sendingLostAfterMs = 60_000;

export function fingerprintOf(
  keys: Keys,
  submission: Submission,
  values: SubmissionValues<Submission>,
): string {
  return keys.hash("fingerprint", `${submission.formType}\n${JSON.stringify(values)}`);
}

export function attemptKey(
  keys: Keys,
  fingerprint: string,
  { idempotencyKey, isKeyKept }: Pick<SubmitRequest, "idempotencyKey" | "isKeyKept">,
): AttemptKey {
  if (idempotencyKey === null) return keyOfFields(fingerprint);
  const key = keys.hash("idempotency-key", idempotencyKey);
  return { key, fingerprint, lifetimeMs: isKeyKept ? keptKeyLifetimeMs : explicitKeyLifetimeMs };
}

function keyOfFields(fingerprint: string): AttemptKey {
  return { key: fingerprint, fingerprint, lifetimeMs: sameFieldsWindowMs };
}

/** An accepted submission; its reply is due from `receivedAt`. */
export interface Arrival {
  readonly refNumber: string;
  readonly receivedAt: Date;
}

export type Beginning =
  | ({ kind: "send" } & Arrival)
  | ({ kind: "done" } & Arrival)
  | { kind: "busy" }
  | { kind: "conflict" };

/**
 * Says what an earlier attempt means for a new one: with the same key, or else with the same fields and no key of its
 * own, as browsers post forms without scripts. That one gets the new key. Null if none counts.
 */
export async function findEarlier(tx: Query, key: AttemptKey, now: Date): Promise<Beginning | null> {
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

/** For a mailed attempt, whose `updated_at` is when the visitor last pressed the button. */
export function arrivalOf({ ref_number: refNumber, updated_at: receivedAt }: AttemptRow): Arrival {
  return { refNumber, receivedAt: new Date(receivedAt) };
}

function isExpired(attempt: AttemptRow, key: AttemptKey, now: Date): boolean {
  const mailed = attempt.state === "mailed" || attempt.state === "stored";
  return age(attempt, now) > (mailed ? key.lifetimeMs : Math.max(key.lifetimeMs, explicitKeyLifetimeMs));
}

/** Counts an attempt from the future as old as it is far ahead: the clock was corrected after it. */
function age(attempt: AttemptRow, now: Date): number {
  return Math.abs(now.getTime() - Date.parse(attempt.updated_at));
}

async function attemptsByKeys(tx: Query, keys: readonly string[]): Promise<Map<string | null, AttemptRow>> {
  const rows = await tx.selectFrom("attempts").selectAll().where("key", "in", keys).execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export function attemptByReference(tx: Query, refNumber: string): Promise<AttemptRow | undefined> {
  return tx.selectFrom("attempts").selectAll().where("ref_number", "=", refNumber).executeTakeFirst();
}

/** Gives an attempt another key, or null if it is too old to count. */
async function moveKey(tx: Query, from: string, to: string | null): Promise<void> {
  await tx.updateTable("attempts").set({ key: to }).where("key", "=", from).execute();
}

/** About 49 random bits: an identifier, not a secret. The database keeps it unique. */
export function newReference(): string {
  return makeReferenceNumber((below) => randomInt(below));
}

export async function openAttempt(
  tx: Query,
  submission: Submission,
  key: AttemptKey,
  now: Date,
): Promise<string> {
  const refNumber = newReference();
  const instant = now.toISOString();
  await tx
    .insertInto("attempts")
    .values({
      ref_number: refNumber,
      form_type: submission.formType,
      key: key.key,
      fingerprint: key.fingerprint,
      state: "sending",
      created_at: instant,
      updated_at: instant,
      sealed: null,
      error_class: null,
    })
    .execute();
  return refNumber;
}

/** Allowed predecessors of each state: a late write never undoes an accepted mail or a stored record. */
const formerStates: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  sending: ["sending", "refused", "unknown"],
  refused: ["sending", "refused", "unknown"],
  unknown: ["sending", "refused", "unknown"],
  mailed: ["sending", "refused", "unknown", "mailed"],
  stored: ["mailed"],
};

/** Moves an attempt to its next state; without `now` its time stays. `sealed` holds the fields while it is `mailed`. */
export async function moveAttempt(
  tx: Query,
  refNumber: string,
  change: { state: AttemptState; sealed?: string; errorClass?: string; now?: Date },
): Promise<void> {
  await tx
    .updateTable("attempts")
    .set({
      state: change.state,
      ...(change.now === undefined ? {} : { updated_at: change.now.toISOString() }),
      sealed: change.sealed ?? null,
      error_class: change.errorClass ?? null,
    })
    .where("ref_number", "=", refNumber)
    .where("state", "in", formerStates[change.state])
    .execute();
}

/** Moves a mailed attempt to `stored`. Returns it, or undefined if none with these fields is `mailed`. */
export function markStored(tx: Query, mailed: Pick<AttemptRow, "ref_number" | "form_type" | "fingerprint">) {
  return tx
    .updateTable("attempts")
    .set({ state: "stored", sealed: null, error_class: null })
    .where((is) => is.and({ ...mailed, state: "mailed" }))
    .returningAll()
    .executeTakeFirst();
}

/** Notes that the send begun at `begunAt` never took place, so that the next try does not wait for it. */
export async function withdrawSend(tx: Query, key: string, begunAt: Date): Promise<void> {
  await tx
    .updateTable("attempts")
    .set({ state: "refused", error_class: "database" })
    .where("key", "=", key)
    .where("state", "=", "sending")
    .where("updated_at", "=", begunAt.toISOString())
    .execute();
}

/**
 * Marks sends that a crash cut off as `unknown`: those that have been `sending` for longer than a send takes.
 * A process that starts alone with the database passes null for `now`, because no other can be sending.
 */
export async function forgetLostSends(tx: Query, now: Date | null): Promise<void> {
  const lost = tx
    .updateTable("attempts")
    .set({ state: "unknown", error_class: "server stopped" })
    .where("state", "=", "sending");
  if (now === null) return void (await lost.execute());
  const instant = (offsetMs: number) => new Date(now.getTime() + offsetMs).toISOString();
  await lost
    .where((eb) =>
      eb.or([
        eb("updated_at", "<=", instant(-sendingLostAfterMs)),
        eb("updated_at", ">=", instant(sendingLostAfterMs)), // From before the clock was set back.
      ]),
    )
    .execute();
}

/**
 * Returns references of attempts that were mailed more than `afterMs` ago and never stored, oldest first. Those
 * as far in the future count too: the clock was corrected after them. Leaves out those marked `hopeless`.
 */
export async function attemptsToAdopt(
  db: Query,
  now: Date,
  { afterMs, atMost, hopeless }: { afterMs: number; atMost: number; hopeless: string },
): Promise<string[]> {
  const [before, ahead] = [-afterMs, afterMs].map((ms) => new Date(now.getTime() + ms).toISOString());
  const rows = await db
    .selectFrom("attempts")
    .select("ref_number")
    .where("state", "=", "mailed")
    .where((is) => is.or([is("updated_at", "<=", before ?? ""), is("updated_at", ">", ahead ?? "")]))
    .where((or) => or("error_class", "is", null).or("error_class", "<>", hopeless))
    .orderBy("updated_at")
    .limit(atMost)
    .execute();
  return rows.map((row) => row.ref_number);
}

const keptMs = 30 * dayMs;

/** Removes attempts that ended long ago. One still `mailed` is never among them, see unreadable-attempts.ts. */
export async function purgeAttempts(tx: Query, now: Date): Promise<void> {
  await tx
    .deleteFrom("attempts")
    .where("state", "in", ["refused", "unknown", "stored"])
    .where("updated_at", "<", new Date(now.getTime() - keptMs).toISOString())
    .execute();
}
