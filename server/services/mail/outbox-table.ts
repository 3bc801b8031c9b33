import { sql } from "kysely";

import { dayMs, hourMs } from "#domain/durations.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { OutboxRow, OutboxState } from "#server/platform/database/tables.ts";

import { bareAddress, composeMail, type MailSettings, type MailText, sealSource } from "./mail.ts";
import { sealSentWords } from "./sent-words.ts";

export interface CustomerMail extends Omit<MailText, "name" | "date"> {
  /** Such as `reply/QK-…/…`, its kind first. */
  readonly key: string;
  readonly words?: string;
  readonly userId?: string;
  readonly dueAt: Date;
}

/** Call it in the transaction of what the mail is about. The same key again changes nothing. */
export async function queueMail(
  tx: Query,
  settings: MailSettings,
  mail: CustomerMail,
  now: Date,
): Promise<void> {
  const { key, refNumber = noRecord, words = null, userId = null, dueAt } = mail;
  const [kind = "", ...rest] = key.split("/");
  const composed = composeMail(settings, { ...mail, name: nameOf(key), date: now });
  const instant = now.toISOString();
  const row: OutboxRow = {
    key,
    kind: rest.length === 0 ? "other" : kind,
    ref_number: refNumber,
    state: "queued",
    tries: 0,
    retries: 0,
    created_at: instant,
    due_at: dueAt.toISOString(),
    changed_at: instant,
    error_class: null,
    code: null,
    words,
    user_id: userId,
    envelope_from: composed.envelope.from,
    envelope_to: composed.envelope.to,
    record_address: mail.recipients === undefined ? null : bareAddress(mail.to),
    source: sealSource(settings.linkKeys, key, composed.source),
    // No answer to a mail without a record is ever filed, for example to a password link.
    sent_words: refNumber === noRecord ? null : sealSentWords(settings.linkKeys, key, mail),
  };
  await tx
    .insertInto("outbox")
    .values(row)
    .onConflict((known) => known.doNothing())
    .execute();
}

/** The reference of a mail about no record. */
const noRecord = "";

/** For the Message-ID and the mail folder. */
export function nameOf(key: string): string {
  return key.replaceAll("/", "-");
}

/** The condition of the partial index on the outbox: without it SQLite reads all mails. */
export const isWaiting = sql<boolean>`state in ('queued', 'sending', 'retrying')`;

/** Takes a mail back that has never been on its way, stopped or not. False if it is too late. */
export async function withdrawMail(tx: Query, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("outbox")
    .where("key", "=", key)
    .where("state", "in", ["queued", "failed"])
    .where("tries", "=", 0)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** The error class of a mail that was stopped because it no longer held. */
export const stopped = "stopped";

type StoppedMail = Pick<OutboxRow, "key" | "state">;

/** No further try for mails to the customer that were written for another address of theirs. Returns what became of each. */
export function stopMailsToOthers(
  tx: Query,
  reference: string,
  mailbox: string,
  now: Date,
): Promise<StoppedMail[]> {
  return stopWaiting(tx, reference, "readdressed", now)
    .where("kind", "<>", "staff")
    .where(sql`lower(coalesce(record_address, envelope_to))`, "<>", bareAddress(mailbox).toLowerCase())
    .execute();
}

/** No further try for mails of these kinds: they, or the link in them, no longer hold. Returns what became of each. */
export function stopMailsOf(
  tx: Query,
  reference: string,
  {
    kinds,
    why,
    now,
  }: { readonly kinds: readonly string[]; readonly why: "renewed" | "stopped"; readonly now: Date },
): Promise<StoppedMail[]> {
  return stopWaiting(tx, reference, why, now).where("kind", "in", kinds).execute();
}

/** No further try for the mails whose keys begin so. */
export async function stopMails(tx: Query, reference: string, key: string, now: Date): Promise<void> {
  await stopWaiting(tx, reference, stopped, now).where("key", "like", `${key}%`).execute();
}

/** A mail that is leaving at this moment may arrive, so it becomes `unknown`. */
function stopWaiting(tx: Query, reference: string, why: "readdressed" | "renewed" | "stopped", now: Date) {
  const state = sql<OutboxState>`case when state = 'sending' then 'unknown' else 'failed' end`;
  return tx
    .updateTable("outbox")
    .set({ state, error_class: why, changed_at: now.toISOString() })
    .where("ref_number", "=", reference)
    .where(isWaiting)
    .returning(["key", "state"]);
}

/** Sends a mail again at a person's request: the same bytes. False unless it failed, is unknown or bounced, and is still kept. */
export async function resendMail(tx: Query, key: string, now: Date): Promise<boolean> {
  const instant = now.toISOString();
  const { numUpdatedRows } = await tx
    .updateTable("outbox")
    .set({ state: "queued", retries: 0, due_at: instant, changed_at: instant, error_class: null, code: null })
    .where("key", "=", key)
    .where("state", "in", ["failed", "unknown", "bounced"])
    .where("source", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Clocks of instances differ by less. A change further ahead was written by a wrong clock. */
const aheadMs = hourMs;

function isDue(now: Date) {
  const ahead = new Date(now.getTime() + aheadMs).toISOString();
  return sql<boolean>`${isWaiting} and state <> 'sending' and (due_at <= ${now.toISOString()} or changed_at > ${ahead})`;
}

/** Returns keys, of receipts last. Without the mails' bytes: sorting those of every waiting mail costs more than sending one. */
export async function dueMails(db: Query, now: Date, atMost: number): Promise<string[]> {
  const due = await db
    .selectFrom("outbox")
    .select("key")
    .where(isDue(now))
    .orderBy(sql`case when kind = 'receipt' then 1 else 0 end`)
    .orderBy("due_at")
    .limit(atMost)
    .execute();
  return due.map(({ key }) => key);
}

/** Returns each mail to one caller among all instances, in the order of the keys. Leaves out those that another transaction is changing. */
export async function claimMails(
  tx: Query,
  engine: Database["engine"],
  keys: readonly string[],
  now: Date,
): Promise<OutboxRow[]> {
  const due = tx.selectFrom("outbox").select("key").where("key", "in", keys).where(isDue(now));
  const claimed = await tx
    .updateTable("outbox")
    .set((mail) => ({
      state: "sending",
      tries: mail("tries", "+", 1),
      changed_at: now.toISOString(),
      error_class: null,
    }))
    .where("key", "in", engine === "postgres" ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .execute();
  return claimed.toSorted((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));
}

export interface MailOutcome {
  readonly state: Exclude<OutboxState, "sending">;
  readonly errorClass: string | null;
  readonly at: Date;
  readonly dueAt?: Date;
}

/** Keeps the fact that a mail went to others. */
const toOthers = sql<string | null>`case when record_address is null then null else '' end`;
const erased = { envelope_from: null, envelope_to: null, record_address: toOthers, source: null };

/** The kinds that staff can send again if they come back. */
const resentKinds = ["quote", "reply"];

/** Stores how the try with this number ended. False if the mail is gone, sent or bounced, or has been tried again. */
export async function settleMail(
  tx: Query,
  { key, kind, tries }: OutboxRow,
  { state, errorClass, at, dueAt }: MailOutcome,
): Promise<boolean> {
  const isSent = state === "sent";
  const { numUpdatedRows } = await tx
    .updateTable("outbox")
    .set({
      state,
      error_class: errorClass,
      changed_at: at.toISOString(),
      ...(dueAt === undefined ? {} : { due_at: dueAt.toISOString() }),
      ...(state === "retrying" ? { retries: (row) => row("retries", "+", 1) } : {}),
      ...(isSent && !resentKinds.includes(kind) ? erased : {}),
    })
    .where("key", "=", key)
    .where("tries", "=", tries)
    // A late "accepted" counts, even if the try was given up as unknown.
    .where("state", isSent ? "not in" : "in", isSent ? ["sent", "bounced"] : ["sending"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const receiptsKeptMs = 30 * dayMs;
/** Mail servers give up after 5 days (RFC 5321 section 4.5.4.1). */
const bytesKeptMs = 7 * dayMs;

/** Removes old receipts, mails about no record, and the bytes of what was sent. Other mails are part of their record's history. */
export async function purgeMails(tx: Query, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await tx
    .updateTable("outbox")
    .set(erased)
    .where("state", "=", "sent")
    .where("source", "is not", null)
    .where("changed_at", "<", before(bytesKeptMs))
    .execute();
  await tx
    .deleteFrom("outbox")
    .where((mail) => mail.or([mail("kind", "=", "receipt"), mail("ref_number", "=", noRecord)]))
    .where("state", "in", ["sent", "failed", "unknown", "bounced"])
    .where("changed_at", "<", before(receiptsKeptMs))
    .execute();
}

/** Marks mails that the backup holds as unsent: they may have been sent after it was taken. */
export async function doubtUnsentMails(tx: Query): Promise<void> {
  await tx
    .updateTable("outbox")
    .set({ state: "unknown", error_class: "restored" })
    .where("state", "in", ["queued", "sending", "retrying"])
    .execute();
}
