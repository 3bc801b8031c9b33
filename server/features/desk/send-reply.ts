import type { NewReply } from "#domain/desk.ts";
import { chosenRecipients } from "#domain/mail-recipients.ts";
import { replySubject } from "#domain/reply-text.ts";
import { emailOf } from "#domain/submission-values.ts";
import { noteAnyStep } from "#server/features/deals/note-any-step.ts";
import { answerByReply } from "#server/features/deals/quotes/quote-answer.ts";
import { answeredMail } from "#server/features/records/inbound-mails.ts";
import {
  appendEvents,
  type KeyedAction,
  type UserStamp,
  eventByKey,
  lockHistory,
  mailWatcher,
  type NoteContext,
  RecordGone,
} from "#server/features/records/record-events.ts";
import { type FoundRecord, recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OutboxRow } from "#server/platform/database/tables.ts";
import { letterHtml } from "#server/services/mail/mail-layout.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import {
  type CustomerMail,
  queueMail,
  resendMail,
  withdrawMail,
} from "#server/services/mail/outbox-table.ts";
import type { MailWatcher } from "#server/services/mail/outbox.ts";
import type { Services } from "#server/services/services.ts";

export const replyKind = "reply";
const noAddress = "There is no e-mail address: ring them, or send a text message";

function mailKey({ record }: FoundRecord, key: string): string {
  return `${replyKind}/${record.ref_number}/${key}`;
}

/**
 * Queues a mail to the visitor that leaves once the time to take it back is over. The same key again is the same reply.
 * Returns why it may not go to the others that it names, or null. Throws RecordGone.
 */
export function sendReply(
  context: Services,
  { record: { ref_number: reference } }: FoundRecord,
  reply: NewReply & UserStamp,
): Promise<string | null> {
  return context.database.write(async (tx) => {
    const found = await recordToMail(tx, context, reference);
    const answered = await answeredMail(tx, reference, reply.in_reply_to ?? null);
    if (answered === null) return "That mail has been moved to another record: look again";
    const { heads, ...thread } = answered;
    const mail = replyMail(context, found, reply);
    if (mail.to === "" && reply.to === undefined) return noAddress;
    const chosen = chosenRecipients(mail.to, heads, reply.to);
    if ("refusal" in chosen) return chosen.refusal;
    const recipients = chosen.ok ?? undefined;
    await queueMail(tx, context.mail, { ...mail, ...thread, recipients }, reply.at);
    return null;
  });
}

/** Once a reply has left, it is in the history and answers what is open. */
export function replyWatcher(context: NoteContext): MailWatcher {
  const noteMail = mailWatcher(context, "reply");
  return async (tx, mail, outcome) => {
    if (outcome.state !== "queued") await noteReply(tx, context, mail, outcome.at);
    await noteMail(tx, mail, outcome);
    await noteAnyStep(tx, context, mail.ref_number, outcome.at);
  };
}

async function noteReply(
  tx: Query,
  context: NoteContext,
  { key, ref_number: reference, words, user_id: userId, created_at: writtenAt }: OutboxRow,
  at: Date,
): Promise<void> {
  const found = await recordByReference(tx, reference);
  const id = key.split("/").at(-1) ?? "";
  if (found === null || (await eventByKey(tx, id)) !== undefined) return;
  const of = await lockHistory(tx, context, found);
  const by = { at: at.toISOString(), user_id: userId };
  const answered =
    userId === null
      ? []
      : await answerByReply(tx, context, { reference, key, words: words ?? "", userId, at, writtenAt });
  await appendEvents(tx, [
    { ...of, ...by, type: "reply", becomes: key, key: id },
    ...answered.map((event) => ({ ...of, ...by, ...event })),
  ]);
}

/** The record with its present address: this lock makes a correction wait until the mail is queued. */
async function recordToMail(tx: Query, { database }: Services, reference: string): Promise<FoundRecord> {
  await database.lock(tx, `deal ${reference}`);
  const found = await recordByReference(tx, reference);
  if (found === null) throw new RecordGone("The record is gone");
  return found;
}

function replyMail(
  context: Services,
  found: FoundRecord,
  { text, key, userId, at }: NewReply & UserStamp,
): CustomerMail {
  const { submission, record } = found;
  return {
    key: mailKey(found, key),
    refNumber: record.ref_number,
    to: emailOf(submission, record) ?? "",
    replyTo: context.mail.replyTo,
    subject: replySubject(submission, record),
    text: `${text}\n`,
    html: letterHtml(text),
    words: text,
    userId,
    dueAt: new Date(at.getTime() + context.undoMs),
  };
}

/** Returns whether a mail that has not arrived went to the address that the record had before a correction. */
export function isReaddressed(
  { submission, record }: FoundRecord,
  mail: Pick<OutboxRow, "envelope_to" | "record_address">,
): boolean {
  const to = mail.record_address || mail.envelope_to;
  return to !== null && !isSameMailbox(to, emailOf(submission, record) ?? "");
}

/** Returns the end of the time to take a reply back; `now` if it has passed. A repeated call does not extend it. */
export async function replyUndoEnd(
  db: Query,
  found: FoundRecord,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<string> {
  const waiting = db.selectFrom("outbox").select("due_at").where("key", "=", mailKey(found, key));
  const mail = await waiting.where("tries", "=", 0).executeTakeFirst();
  return mail?.due_at ?? now.toISOString();
}

/** Returns why it could not be taken back, or null. */
export function takeReplyBack(
  context: Services,
  found: FoundRecord,
  { key }: KeyedAction,
): Promise<string | null> {
  const mail = mailKey(found, key);
  return context.database.write(async (tx) => {
    if (await withdrawMail(tx, mail)) return null;
    const left = tx.selectFrom("outbox").select("key").where("key", "=", mail);
    return (await left.executeTakeFirst()) === undefined ? null : "The reply has left already";
  });
}

/** Sends a reply again that has failed, come back or may not have arrived. Returns why it could not, or null. */
export function resendReply(
  context: Services,
  found: FoundRecord,
  { key, userId, at }: KeyedAction,
): Promise<string | null> {
  const mail = mailKey(found, key);
  return context.database.write(async (tx) => {
    const current = await recordToMail(tx, context, found.record.ref_number);
    const columns = ["envelope_to", "record_address", "state"] as const;
    const former = await tx.selectFrom("outbox").select(columns).where("key", "=", mail).executeTakeFirst();
    if (former !== undefined && isReaddressed(current, former))
      return "The customer's address has been corrected since. Reply with this text instead";
    if (!(await resendMail(tx, mail, at)))
      return former?.state === "bounced"
        ? "That mail is no longer kept. Reply with this text instead"
        : "The reply is on its way, or has arrived";
    const of = await lockHistory(tx, context, current);
    const event = {
      type: "mail",
      at: at.toISOString(),
      user_id: userId,
      was: mail,
      becomes: "queued",
    } as const;
    await appendEvents(tx, [{ ...of, ...event }]);
    return null;
  });
}
