import { type RawBuilder, sql } from "kysely";

import { inboxCalls, type InboundMail, type Mailbox, type MailAttachment } from "#domain/inbox-wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { InboundFileRow, InboundMailRow, StoredMail } from "#server/platform/database/inbox-tables.ts";

import { forEveryForm, type RecordIdentity } from "./record-table.ts";

/** An attachment without what is kept of it. */
type NamedFile = Omit<InboundFileRow, "content" | "preview">;

/** The customer's mails in a record, oldest first. `askedAt` is the record's `asked_at`. */
export async function filedMails(
  db: Query,
  reference: string,
  askedAt: string | null,
): Promise<InboundMail[]> {
  const mails = await db
    .selectFrom("inbound_mails")
    .selectAll()
    .where("ref_number", "=", reference)
    .where("kind", "<>", "report")
    .orderBy("at")
    .orderBy("id")
    .execute();
  const files = await filesOf(
    db,
    mails.map(({ id }) => id),
  );
  return mails.map((mail) => {
    const counts = mail.kind === "reply" && !mail.is_from_other && !mail.is_settled;
    const is_open = counts && askedAt !== null && mail.at >= askedAt;
    return { ...inboundMail(mail, files.get(mail.id)), is_open, suggestions: [] };
  });
}

/** Names the sealing context of a piece of a message. */
export function sourceContext(mailId: string, position: number): string {
  return position === 0 ? `mail ${mailId}` : `mail ${mailId} ${position}`;
}

/** Converts a mail, filed or not, for the desk. */
export function inboundMail(
  mail: StoredMail,
  files: readonly NamedFile[] = [],
): Omit<InboundMail, "is_open" | "suggestions"> {
  const { id, subject, at, words, full_text: full } = mail;
  return {
    id,
    ...headsOf(mail),
    subject,
    at,
    words,
    full,
    files: files.map(attachment),
    is_from_other: Boolean(mail.is_from_other),
    is_undecided:
      mail.kind === "reply" && Boolean(mail.is_from_other) && !mail.is_settled && mail.ref_number !== null,
    is_automatic: mail.kind === "automatic",
  };
}

function headsOf(mail: StoredMail) {
  const { reply_to_name: name, reply_to_address: address } = mail;
  return {
    from: { name: mail.from_name, address: mail.from_address },
    reply_to: address === "" ? null : { name, address },
    copies: JSON.parse(mail.copies) as Mailbox[],
  };
}

function attachment({ id, name, bytes, kept, removed_at: removedAt }: NamedFile): MailAttachment {
  const url = kept === null ? null : `${inboxCalls.attachment.path}?id=${id}`;
  return { id, name, bytes, kept, url, ...(removedAt === null ? {} : { is_removed: true }) };
}

/** The attachments of these mails, in their order, by the mail's id. */
export async function filesOf(db: Query, mails: readonly string[]): Promise<Map<string, NamedFile[]>> {
  const found = new Map<string, NamedFile[]>();
  if (mails.length === 0) return found;
  const rows = await db
    .selectFrom("inbound_files")
    .select(["id", "mail_id", "position", "name", "bytes", "kept", "type", "removed_at"])
    .where("mail_id", "in", mails)
    .orderBy("mail_id")
    .orderBy("position")
    .execute();
  for (const row of rows) found.set(row.mail_id, [...(found.get(row.mail_id) ?? []), row]);
  return found;
}

/** How many mails wait for staff to say which record they belong to. */
export async function countUnfiled(db: Query): Promise<number> {
  const unfiled = db.selectFrom("inbound_mails").where("state", "=", "unfiled");
  const { count } = await unfiled
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A mail waits for an answer. If none did, those before it have theirs, even if they were written later. */
export async function noteAskedIn(
  tx: Query,
  asked: RecordIdentity,
  { id, at }: Pick<InboundMailRow, "id" | "at">,
): Promise<void> {
  const answered = forEveryForm(tx).selectFrom(asked.submission.table).select("ref_number");
  const before = answered.where("id", "=", asked.record.id).where("asked_at", "is", null);
  await tx
    .updateTable("inbound_mails")
    .set({ is_settled: true })
    .where("ref_number", "in", before)
    .where("is_from_other", "=", false)
    .where("id", "<>", id)
    .execute();
  await noteAsked(tx, asked, at);
}

/** The customer waits for an answer, from their first mail that has none. */
export async function noteAsked(
  tx: Query,
  { submission, record }: RecordIdentity,
  at: string,
): Promise<void> {
  await forEveryForm(tx)
    .updateTable(submission.table)
    .set({ asked_at: at })
    .where("id", "=", record.id)
    .where((row) => row.or([row("asked_at", "is", null), row("asked_at", ">", at)]))
    .execute();
}

/** Clears the waiting of mails filed until `at`: nobody answers what they could not see yet. */
export async function noteUnasked(tx: Query, asked: RecordIdentity, at: string): Promise<void> {
  await askFrom(tx, asked, sql`${filedAt(asked, sql`mail.id`)} > ${at}`, sql`asked_at <= ${at}`);
}

function filedAt({ record }: RecordIdentity, mailId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select max(event.at) from record_events as event
    where event.record_id = ${record.id} and event.type = 'mail_in' and event.becomes = ${mailId})`;
}

/** Returns whether a mail was filed in the record after `at`. */
export async function hasMailSince(db: Query, { record }: RecordIdentity, at: string): Promise<boolean> {
  const events = db.selectFrom("record_events").select("id").where("record_id", "=", record.id);
  const newer = events.where("type", "=", "mail_in").where("at", ">", at).limit(1);
  return (await newer.executeTakeFirst()) !== undefined;
}

/** Marks mails that need no answer, or have theirs: the others still wait. */
export async function noteSettled(
  tx: Query,
  asked: RecordIdentity,
  mails: readonly { readonly id: string }[],
): Promise<void> {
  const ids = mails.map(({ id }) => id);
  await tx.updateTable("inbound_mails").set({ is_settled: true }).where("id", "in", ids).execute();
  await noteFewerAsked(tx, asked);
}

/** Recounts the waiting after a mail was settled or removed. */
export async function noteFewerAsked(tx: Query, asked: RecordIdentity): Promise<void> {
  const since = sql`mail.at >= ${sql.ref(`${asked.submission.table}.asked_at`)}`;
  await askFrom(tx, asked, since, sql`asked_at is not null`);
}

/** Counts the waiting from the first of the customer's mails that `isLeft` leaves. */
async function askFrom(
  tx: Query,
  { submission: { table }, record }: RecordIdentity,
  isLeft: RawBuilder<unknown>,
  isChanged: RawBuilder<unknown>,
): Promise<void> {
  await sql`update ${sql.table(table)} set asked_at = (
      select min(mail.at) from inbound_mails as mail
      where mail.ref_number = ${sql.ref(`${table}.ref_number`)} and mail.kind = 'reply'
        and mail.is_from_other = ${false} and mail.is_settled = ${false} and ${isLeft})
    where id = ${record.id} and ${isChanged}`.execute(tx);
}

/** Returns heads, subject and thread for an answer in the same conversation (RFC 5322 sections 3.6.2 and 3.6.4). */
export async function answeredMail(tx: Query, reference: string, id: string | null) {
  if (id === null) return { heads: {} };
  const mail = await tx
    .selectFrom("inbound_mails")
    .selectAll()
    .where("id", "=", id)
    .where("ref_number", "=", reference)
    .executeTakeFirst();
  if (mail === undefined) return null;
  const { subject, message_id: messageId, thread } = mail;
  const references = thread === "" ? [] : thread.split(" ");
  return {
    heads: headsOf(mail),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    thread: messageId === null ? undefined : { inReplyTo: messageId, references },
  };
}
