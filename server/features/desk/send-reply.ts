import type { NewReply } from "#domain/desk.ts";
import { replySubject } from "#domain/reply-text.ts";
import { emailOf } from "#domain/submission-values.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";
import { appendEvents, type NewRecordEvent } from "#server/features/records/record-events.ts";
import { forEveryForm } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import { html } from "#server/platform/http/html.ts";
import { announceEvents } from "#server/services/events/events.ts";
import { queueMail, resendMail, withdrawMail } from "#server/services/mail/outbox-table.ts";
import type { MailWatcher } from "#server/services/mail/outbox.ts";
import type { Services } from "#server/services/services.ts";

import { type FoundRecord, recordByReference } from "./open-record.ts";

type ReplyContext = Pick<Services, "database" | "calendar" | "mail" | "undoMs">;

interface By {
  readonly userId: string;
  readonly at: Date;
}

export const replyKind = "reply";

function mailKey({ record }: FoundRecord, key: string): string {
  return `${replyKind}/${record.ref_number}/${key}`;
}

/** Queues a mail to the visitor and notes it in the history. The same key again is the same reply. */
export function sendReply(
  context: ReplyContext,
  found: FoundRecord,
  { text, key, userId, at }: NewReply & By,
): Promise<void> {
  const { submission, record } = found;
  const mail = {
    key: mailKey(found, key),
    refNumber: record.ref_number,
    to: emailOf(submission, record) ?? "",
    replyTo: context.mail.to,
    subject: replySubject(submission, record),
    text: `${text}\n`,
    html: asHtml(text),
    words: text,
    dueAt: new Date(at.getTime() + context.undoMs),
  };
  return withHistory(context, found, async (tx, of) => {
    const known = tx.selectFrom("record_events").select("id").where("key", "=", key);
    if ((await known.executeTakeFirst()) !== undefined) return;
    await queueMail(tx, context.mail, mail, at);
    const by = { at: at.toISOString(), user_id: userId };
    await appendEvents(tx, [{ ...of, ...by, type: "reply", becomes: mail.key, key }]);
  });
}

/** False if the reply has left already. */
export function takeReplyBack(
  context: ReplyContext,
  found: FoundRecord,
  { key, userId, at }: Pick<NewReply, "key"> & By,
): Promise<boolean> {
  const mail = mailKey(found, key);
  return context.database.write(async (tx) => {
    // The mail first, as when its outcome is stored: in another order the two could block each other.
    if (!(await withdrawMail(tx, mail))) return false;
    const event = { type: "reply_undone", at: at.toISOString(), user_id: userId, was: mail } as const;
    await noteIn(tx, context, found, event);
    return true;
  });
}

/** Sends a reply again that has failed or may not have arrived. False if it is in another state by now. */
export function resendReply(
  context: ReplyContext,
  found: FoundRecord,
  { key, userId, at }: Pick<NewReply, "key"> & By,
): Promise<boolean> {
  const mail = mailKey(found, key);
  return context.database.write(async (tx) => {
    if (!(await resendMail(tx, mail, at))) return false;
    const event = {
      type: "mail",
      at: at.toISOString(),
      user_id: userId,
      was: mail,
      becomes: "queued",
    } as const;
    await noteIn(tx, context, found, event);
    return true;
  });
}

/** Notes in the history what became of a reply. Accepted by a mail server, it answers the record. */
export function replyWatcher(context: Pick<ReplyContext, "database" | "calendar">): MailWatcher {
  return async (tx, mail, { state, at }) => {
    const found = await recordByReference(tx, mail.ref_number);
    if (found === null || state === "queued") return;
    await noteIn(tx, context, found, { type: "mail", at: at.toISOString(), was: mail.key, becomes: state });
    if (state !== "sent") return;
    const { submission } = found;
    const record = await forEveryForm(tx)
      .selectFrom(submission.table)
      .select(["created_at", "answered_at", "answered_by"])
      .where("id", "=", found.record.id)
      .executeTakeFirstOrThrow();
    const cells = answeredAt(context.calendar, record, { by: "reply", at });
    if (Object.keys(cells).length === 0) return;
    await forEveryForm(tx)
      .updateTable(submission.table)
      .set(cells)
      .where("id", "=", found.record.id)
      .execute();
  };
}

type EventOf = Pick<NewRecordEvent, "record_table" | "record_id" | "reference">;

function withHistory(
  context: Pick<ReplyContext, "database">,
  found: FoundRecord,
  work: (tx: Query, of: EventOf) => Promise<void>,
): Promise<void> {
  return context.database.write(async (tx) => work(tx, await lockHistory(tx, context, found)));
}

async function noteIn(
  tx: Query,
  context: Pick<ReplyContext, "database">,
  found: FoundRecord,
  event: Omit<NewRecordEvent, keyof EventOf>,
): Promise<void> {
  await appendEvents(tx, [{ ...(await lockHistory(tx, context, found)), ...event }]);
}

async function lockHistory(
  tx: Query,
  { database }: Pick<ReplyContext, "database">,
  { submission, record }: FoundRecord,
): Promise<EventOf> {
  await database.lock(tx, `record ${record.id}`);
  await announceEvents(database, tx);
  return { record_table: submission.table, record_id: record.id, reference: record.ref_number };
}

/** A plain letter: what staff wrote, line by line. */
function asHtml(text: string): string {
  const lines = text.split("\n").map((line) => html`${line}<br>\n`);
  return html`<!doctype html>
<html lang="en-NZ"><head><meta charset="utf-8"></head>
<body style="font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px">
${lines}</body></html>`.source;
}
