import { announceReload } from "#server/services/events/events.ts";
import type { ArrivedMessage, Shelf, TakeInResult } from "#server/services/inbox/mailbox.ts";
import { isTestMail } from "#server/services/mail/mail-tests.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { ownMailName } from "#server/services/mail/message-id.ts";

import { fileMail } from "./file-mail.ts";
import { findPlace, type MailPlace } from "./find-record.ts";
import { noteDelivery } from "./note-delivery.ts";
import { quotesUsOnly } from "./quotes-us-only.ts";
import type { ReadMail } from "./read-mail.ts";
import { readMails } from "./read-mails.ts";
import { completeSource, type InboxContext, type NewMail, newMail, storeMail } from "./store-mail.ts";

/** On PostgreSQL each message has a transaction of its own, and pages need connections too. */
const togetherMost = { sqlite: Infinity, postgres: 4 };

/**
 * Takes in a set of messages from the mailbox, each exactly once, however often it is read (deals.md section 11). Resolves with the
 * folder each belongs in once that is durable. Rejects if none could be read.
 */
export async function takeIn(
  context: InboxContext,
  messages: readonly ArrivedMessage[],
): Promise<PromiseSettledResult<TakeInResult>[]> {
  if (messages.length === 0) return [];
  // A large one, which is a set of its own, waits while the disk is nearly full. Later, it would be read at each look.
  if (messages.some(({ source }) => !(source instanceof Uint8Array))) context.disk.requireRoom();
  const sources = messages.map(({ source }) => source);
  const mails = await readMails(context.stopping, sources);
  const arrivals = mails.flatMap((mail, index) => {
    const message = messages[index];
    return message === undefined ? [] : [{ ...message, mail }];
  });
  const takeNext = inOrder(context);
  const results: PromiseSettledResult<TakeInResult>[] = [];
  const together = Math.min(arrivals.length, togetherMost[context.database.engine]);
  for (let from = 0; from < arrivals.length; from += together) {
    const some = arrivals.slice(from, from + together);
    results.push(...(await Promise.allSettled(some.map(takeNext))));
  }
  return results;
}

type ArrivedMail = Omit<ArrivedMessage, "name"> & { readonly mail: ReadMail };

/** Makes later mails wait until the pictures of the same sender's mail are re-encoded: a conversation stays in order. */
function inOrder(context: InboxContext): (arrival: ArrivedMail) => Promise<TakeInResult> {
  const withPictures = new Map<string, Promise<TakeInResult>>();
  return (arrival) => {
    const { from, parts } = arrival.mail;
    const before = Promise.allSettled([withPictures.get(from.address)]);
    const turn = before.then(() => takeInOne(context, arrival));
    if (parts.some(({ content, type }) => content !== null && type === null))
      withPictures.set(from.address, turn);
    return turn;
  };
}

async function takeInOne(context: InboxContext, arrival: ArrivedMail): Promise<TakeInResult> {
  const { source, mail } = arrival;
  const taken = await shelve(context, arrival);
  if (!(source instanceof Uint8Array)) await completeSource(context, mail, source.file);
  return taken;
}

async function shelve(context: InboxContext, arrival: ArrivedMail): Promise<TakeInResult> {
  const { linkKeys, now } = context;
  const { arrivedAt, mail } = arrival;
  // A mail of our own has come back: to the staff, say, who read the same mailbox. Nothing is kept of it.
  const isOwn = isSameMailbox(mail.from.address, context.mail.from);
  if (isOwn && mail.messageId !== null && ownMailName(linkKeys, mail.messageId) !== null)
    return { shelf: "Filed", isNew: false };
  if (await isTestMail(context, mail.subject)) return { shelf: "Filed", isNew: false };
  const at = new Date(Math.min(arrivedAt.getTime(), now().getTime()));
  const known = await shelfOf(context, mail, at);
  if (known !== null) return { shelf: known, isNew: false };
  return { shelf: await keep(context, { ...arrival, at }), isNew: true };
}

async function keep(context: InboxContext, arrival: ArrivedMail & { readonly at: Date }): Promise<Shelf> {
  const { mail } = arrival;
  const { linkKeys } = context;
  const { reader } = context.database;
  if (mail.report !== null) {
    const stored = await newMail(context, { ...arrival, kind: "report", isFromOther: false });
    if (await noteDelivery(context, mail.report, stored)) return "Filed";
    return leave(context, stored, "unfiled");
  }
  const place = await findPlace(reader, linkKeys, mail);
  const kind = mail.isAutomatic ? "automatic" : "reply";
  const isSure = place === null || (await quotesUsOnly(reader, linkKeys, mail, place.reference));
  const shown = isSure ? mail : { ...mail, words: mail.full };
  const isFromOther = place?.isFromOther ?? false;
  const stored = await newMail(context, { ...arrival, mail: shown, kind, isFromOther });
  if (place !== null && (await fileThere(context, stored, place))) return "Filed";
  return leave(context, stored, kind === "reply" ? "unfiled" : "ignored");
}

/** Returns the shelf of a known message, even if it cannot be read any more. Staff may have filed it since. */
async function shelfOf(
  { database }: InboxContext,
  { key, sourceKey, isWhole, messageId }: ReadMail,
  at: Date,
): Promise<Shelf | null> {
  const mails = database.reader.selectFrom("inbound_mails").select("state");
  const found = await mails.where("key", "in", [key, sourceKey]).executeTakeFirst();
  const isSame = mails.where("message_id", "=", messageId).where("at", "=", at.toISOString());
  const mail = found ?? (isWhole ? undefined : await isSame.executeTakeFirst());
  if (mail === undefined) return null;
  return mail.state === "filed" ? "Filed" : "Unfiled";
}

/** False if the record is gone. */
async function fileThere(context: InboxContext, stored: NewMail, { reference }: MailPlace): Promise<boolean> {
  const place = { state: "filed", ref_number: reference } as const;
  const filed = await fileMail(context, {
    reference,
    mail: stored.row,
    userId: null,
    store: (tx) => storeMail(tx, stored, place),
  });
  return filed !== null;
}

/** Stores a mail without a record. All desks show the mails that staff have to file. */
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
