import { randomInt } from "node:crypto";

import * as v from "valibot";

import { dayMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { makeReferenceNumber } from "#domain/reference-number.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { AttemptRow, AttemptState } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import type { Services } from "#server/services/services.ts";

export interface AttemptKey {
  /** Keyed hash of the Idempotency-Key, or of form type and fields. */
  readonly key: string;
  /** Keyed hash of form type and fields. */
  readonly fingerprint: string;
  /** How long after its mail a repeated submission gets the same reference. */
  readonly lifetimeMs: number;
}

/** No send takes this long: an attempt that is still `sending` belongs to a process that died. */
export const sendingLostAfterMs = 60_000;

export function fingerprintOf(
  keys: Keys,
  submission: Submission,
  values: SubmissionValues<Submission>,
): string {
  return keys.hash("fingerprint", `${submission.formType}\n${JSON.stringify(values)}`);
}

/** An accepted submission; its reply is due from `receivedAt`. */
export interface Arrival {
  readonly refNumber: string;
  readonly receivedAt: Date;
}

/** For a mailed attempt, whose `updated_at` is when the visitor last pressed the button. */
export function arrivalOf({ ref_number: refNumber, updated_at: receivedAt }: AttemptRow): Arrival {
  return { refNumber, receivedAt: new Date(receivedAt) };
}

export async function attemptsByKeys(
  tx: Query,
  keys: readonly string[],
): Promise<Map<string | null, AttemptRow>> {
  const rows = await tx.selectFrom("attempts").selectAll().where("key", "in", keys).execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export function attemptByReference(tx: Query, refNumber: string): Promise<AttemptRow | undefined> {
  return tx.selectFrom("attempts").selectAll().where("ref_number", "=", refNumber).executeTakeFirst();
}

/** Gives an attempt another key, or null if it is too old to count. */
export async function moveKey(tx: Query, from: string, to: string | null): Promise<void> {
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

const adoptedAtOnce = 1000;

/**
 * Returns references of attempts that were mailed more than `afterMs` ago, never stored and not found unreadable, oldest
 * first. Those as far in the future count too: the clock was corrected after them.
 */
export async function attemptsToAdopt(db: Query, keys: Keys, now: Date, afterMs: number): Promise<string[]> {
  const [before, ahead] = [-afterMs, afterMs].map((ms) => new Date(now.getTime() + ms).toISOString());
  const rows = await db
    .selectFrom("attempts")
    .select("ref_number")
    .where("state", "=", "mailed")
    .where((is) => is.or([is("updated_at", "<=", before ?? ""), is("updated_at", ">", ahead ?? "")]))
    .where((or) => or("error_class", "is", null).or("error_class", "<>", unreadableMark(keys)))
    .orderBy("updated_at")
    .limit(adoptedAtOnce)
    .execute();
  return rows.map((row) => row.ref_number);
}

/** The copy of the fields that a mailed attempt carries until it is stored. */
export function sealFields(keys: Keys, refNumber: string, values: SubmissionValues<Submission>): string {
  return keys.seal(JSON.stringify(values), refNumber);
}

const sealedFields = v.record(v.string(), v.union([v.string(), v.number()]));

/** Throws if SESSION_SECRET has changed since. */
export function openSealed(keys: Keys, refNumber: string, sealed: string): SubmissionValues<Submission> {
  return v.parse(sealedFields, JSON.parse(keys.unseal(sealed, refNumber)));
}

/** The `error_class` of a mailed attempt that cannot be opened. It names the key that failed: another one is tried. */
function unreadableMark(keys: Keys): string {
  return `unreadable ${keys.hash("attempt key", "name").slice(0, 12)}`;
}

export async function markUnreadable(tx: Query, keys: Keys, refNumber: string): Promise<void> {
  const mark = { error_class: unreadableMark(keys) };
  await tx.updateTable("attempts").set(mark).where("ref_number", "=", refNumber).execute();
}

const keptMs = 30 * dayMs;

/** Removes attempts that ended long ago, and mailed ones that cannot be opened. */
export async function purgeAttempts(tx: Query, now: Date): Promise<void> {
  await tx
    .deleteFrom("attempts")
    .where((row) =>
      row.or([
        row("state", "in", ["refused", "unknown", "stored"]),
        row.and([row("state", "=", "mailed"), row("error_class", "like", "unreadable%")]),
      ]),
    )
    .where("updated_at", "<", new Date(now.getTime() - keptMs).toISOString())
    .execute();
}

/** Tells staff of submissions that are in the mailbox and cannot become records. */
export async function unreadableNotice({
  database,
  keys,
}: Pick<Services, "database" | "keys">): Promise<Notice | null> {
  const rows = await database.reader
    .selectFrom("attempts")
    .select("updated_at")
    .where("state", "=", "mailed")
    .where("error_class", "=", unreadableMark(keys))
    .orderBy("updated_at")
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  const removedOn = new Date(Date.parse(first.updated_at) + keptMs);
  return {
    id: "unreadable",
    severity: "danger",
    title: rows.length === 1 ? "An enquiry cannot be opened." : `${rows.length} enquiries cannot be opened.`,
    words: `They are in the mailbox: answer from there. They were sealed with a former SESSION_SECRET and are removed 30 days after they came, the first on ${formatDay(nzDate(removedOn))}. Let the person who runs the server know.`,
  };
}
