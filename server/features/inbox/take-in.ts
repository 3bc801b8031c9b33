import { announceReload } from "#server/services/events/events.ts";
import type { ArrivedMessage, Shelf } from "#server/services/inbox/mailbox.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { ownMailName } from "#server/services/mail/message-id.ts";

import { isAutomatic } from "./automatic.ts";
import { deliveryReport } from "./delivery-report.ts";
import { fileMail } from "./file-mail.ts";
import { findPlace, type Place } from "./find-record.ts";
import { noteDelivery } from "./note-delivery.ts";
import { readMail, type ReadMail } from "./read-mail.ts";
import { type InboxContext, type NewMail, newMail, storeMail } from "./store-mail.ts";

/** A mail of words, and perhaps a logo. Larger ones, which have files, wait in the mailbox if the disk is nearly full. */
const smallBytes = 100_000;

/**
 * Takes in one message from the mailbox, exactly once, however often it is read (deals.md section 11). Resolves with the folder it
 * belongs in once that is durable. Throws DatabaseUnavailable, and NoRoom.
 */
export async function takeIn(context: InboxContext, { source, arrivedAt }: ArrivedMessage): Promise<Shelf> {
  const { linkKeys, database, now } = context;
  if (source.length > smallBytes) context.disk.requireRoom();
  const mail = await readMail(source);
  // A mail of our own has come back: to the staff, say, who read the same mailbox.
  const isOwn = isSameMailbox(mail.from.address, context.mail.from);
  if (isOwn && mail.messageId !== null && ownMailName(linkKeys, mail.messageId) !== null) return "Filed";
  const known = await shelfOf(context, mail);
  if (known !== null) return known;
  const at = new Date(Math.min(arrivedAt.getTime(), now().getTime()));
  const arrival = { mail, source, at };
  const report = deliveryReport(mail.email);
  if (report !== null) {
    const stored = await newMail(context, { ...arrival, kind: "report", isFromOther: false });
    if (await noteDelivery(context, report, stored)) return "Filed";
    return leave(context, stored, "unfiled");
  }
  const place = await findPlace(database.reader, linkKeys, mail);
  const kind = isAutomatic(mail.email) ? "automatic" : "reply";
  const stored = await newMail(context, { ...arrival, kind, isFromOther: place?.isFromOther ?? false });
  if (place !== null && (await fileThere(context, stored, place))) return "Filed";
  return leave(context, stored, kind === "reply" ? "unfiled" : "ignored");
}

/** Where it went, if it has been taken in. Staff may have filed it since. */
async function shelfOf({ database }: InboxContext, { key }: ReadMail): Promise<Shelf | null> {
  const mails = database.reader.selectFrom("inbound_mails").select("state").where("key", "=", key);
  const mail = await mails.executeTakeFirst();
  if (mail === undefined) return null;
  return mail.state === "filed" ? "Filed" : "Unfiled";
}

/** False if the record is gone. */
async function fileThere(context: InboxContext, stored: NewMail, { reference }: Place): Promise<boolean> {
  const place = { state: "filed", ref_number: reference } as const;
  const filed = await fileMail(context, {
    reference,
    mail: stored.row,
    userId: null,
    store: (tx) => storeMail(tx, stored, place),
  });
  return filed !== null;
}

/** It belongs to no record. All desks show what staff have to file. */
async function leave(
  { database }: InboxContext,
  stored: NewMail,
  state: "unfiled" | "ignored",
): Promise<Shelf> {
  await database.write(async (tx) => {
    if (await storeMail(tx, stored, { state, ref_number: null })) await announceReload(database, tx);
  });
  return "Unfiled";
}
