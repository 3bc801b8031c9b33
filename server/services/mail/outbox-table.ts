import type { Query } from "#server/platform/database/database.ts";
import type { OutboxRow, OutboxState } from "#server/platform/database/tables.ts";

import { composeMail, type MailSettings, type MailText } from "./mail.ts";

export interface CustomerMail extends Omit<MailText, "name" | "date"> {
  /** Such as `reply/QK-…/…`, its kind first. */
  readonly key: string;
  readonly refNumber: string;
  readonly words?: string;
  readonly dueAt: Date;
}

/** Call it in the transaction of what the mail is about. The same key again changes nothing. */
export async function queueMail(
  tx: Query,
  settings: MailSettings,
  mail: CustomerMail,
  now: Date,
): Promise<void> {
  const { key, refNumber, words = null, dueAt } = mail;
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
    words,
    envelope_from: composed.envelope.from,
    envelope_to: composed.envelope.to,
    source: composed.source.toString(),
  };
  await tx
    .insertInto("outbox")
    .values(row)
    .onConflict((known) => known.doNothing())
    .execute();
}

/** For the Message-ID and the mail folder. */
export function nameOf(key: string): string {
  return key.replaceAll("/", "-");
}

/** Takes a mail back that has never been on its way. False if it is too late. */
export async function withdrawMail(tx: Query, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("outbox")
    .where("key", "=", key)
    .where("state", "=", "queued")
    .where("tries", "=", 0)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Sends a mail again at a person's request: the same bytes. False unless it has failed or is unknown. */
export async function resendMail(tx: Query, key: string, now: Date): Promise<boolean> {
  const instant = now.toISOString();
  const { numUpdatedRows } = await tx
    .updateTable("outbox")
    .set({ state: "queued", retries: 0, due_at: instant, changed_at: instant, error_class: null })
    .where("key", "=", key)
    .where("state", "in", ["failed", "unknown"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns the mail to one caller among all instances, to the others null. */
export async function claimMail(
  tx: Query,
  { key, tries }: Pick<OutboxRow, "key" | "tries">,
  now: Date,
): Promise<OutboxRow | null> {
  const claimed = await tx
    .updateTable("outbox")
    .set({ state: "sending", tries: tries + 1, changed_at: now.toISOString(), error_class: null })
    .where("key", "=", key)
    .where("tries", "=", tries)
    .where("state", "in", ["queued", "retrying"])
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

export interface MailOutcome {
  readonly state: Exclude<OutboxState, "sending">;
  readonly errorClass: string | null;
  readonly at: Date;
  readonly dueAt?: Date;
}

/** Stores how the try with this number ended. False if the mail is gone, or sent, or has been tried again. */
export async function settleMail(
  tx: Query,
  { key, tries }: Pick<OutboxRow, "key" | "tries">,
  { state, errorClass, at, dueAt }: MailOutcome,
): Promise<boolean> {
  const erased = { envelope_from: null, envelope_to: null, source: null };
  const { numUpdatedRows } = await tx
    .updateTable("outbox")
    .set({
      state,
      error_class: errorClass,
      changed_at: at.toISOString(),
      ...(dueAt === undefined ? {} : { due_at: dueAt.toISOString() }),
      ...(state === "retrying" ? { retries: (row) => row("retries", "+", 1) } : {}),
      ...(state === "sent" ? erased : {}),
    })
    .where("key", "=", key)
    .where("tries", "=", tries)
    // A late "accepted" counts, even if the try was given up as unknown.
    .where("state", state === "sent" ? "<>" : "=", state === "sent" ? "sent" : "sending")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const keptMs = 30 * 24 * 60 * 60_000;

/** Removes old receipts. Other mails are part of their record's history. */
export async function purgeReceipts(tx: Query, now: Date): Promise<void> {
  await tx
    .deleteFrom("outbox")
    .where("kind", "=", "receipt")
    .where("state", "in", ["sent", "failed", "unknown"])
    .where("changed_at", "<", new Date(now.getTime() - keptMs).toISOString())
    .execute();
}

export async function removeMailsAbout(tx: Query, references: readonly string[]): Promise<void> {
  if (references.length > 0) await tx.deleteFrom("outbox").where("ref_number", "in", references).execute();
}

/** What a backup holds as unsent may have been sent after it was taken. */
export async function doubtUnsentMails(tx: Query): Promise<void> {
  await tx
    .updateTable("outbox")
    .set({ state: "unknown", error_class: "restored" })
    .where("state", "in", ["queued", "sending", "retrying"])
    .execute();
}
