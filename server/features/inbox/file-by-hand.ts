import type { Updateable } from "kysely";

import { contactFromMail, contactMessage } from "#domain/forms/contact-message.ts";
import type { InboxFileRequest, Mailbox } from "#domain/inbox-wire.ts";
import type { Outcome } from "#domain/outcome.ts";
import { replyDue } from "#domain/reply-due.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { isPlainAddress } from "#domain/text-fields.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { noteSettled } from "#server/features/records/inbound-mails.ts";
import { insertRecord } from "#server/features/records/insert-records.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import { newReference } from "#server/features/submissions/attempts.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { InboundMailRow, StoredMail } from "#server/platform/database/inbox-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { announceEvents, announceReload } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

import { fileMail } from "./file-mail.ts";
import { noteLeft, takeOut } from "./take-out.ts";

type FilingOutcome = Outcome<{ readonly success: true; readonly ref: string | null }, Refusal>;

const noMail: Refusal = { status: 404, message: "There is no such mail" };
const noRecord: Refusal = { status: 404, message: "There is no record with this reference" };
const filedElsewhere = (reference: string): Refusal => ({
  status: 409,
  message: `It has been filed to ${reference} already`,
});
const noAddress: Refusal = {
  status: 422,
  message: "It has no address that we can answer. File it to a record, or ignore it",
};

const done = (ref: string | null): FilingOutcome => ({ ok: { success: true, ref } });

/** Carries out a decision of staff about a mail. A repeated decision changes nothing. */
export async function fileByHand(
  services: Services,
  asked: InboxFileRequest,
  userId: string,
): Promise<FilingOutcome> {
  const mails = services.database.reader.selectFrom("inbound_mails").selectAll();
  const mail = await mails.where("id", "=", asked.id).executeTakeFirst();
  if (mail === undefined) return { refusal: noMail };
  if ("ref" in asked) return fileTo(services, mail, { reference: asked.ref, userId });
  if ("as" in asked) return makeContact(services, mail);
  return ignore(services, mail, userId);
}

/** Filed where it lies already, it is confirmed to be the customer's. From another record, it moves. */
async function fileTo(
  services: Services,
  mail: StoredMail,
  { reference, userId }: { readonly reference: string; readonly userId: string },
): Promise<FilingOutcome> {
  const { id, ref_number: present } = mail;
  const kind = present === null ? "reply" : mail.kind;
  const filed = await fileMail(services, {
    reference,
    mail: { ...mail, kind, is_from_other: false },
    userId,
    former: present === reference ? null : present,
    store: async (tx) => {
      const change = { state: "filed", ref_number: reference, kind, is_from_other: false } as const;
      if (!(await move(tx, services, { id, from: present, change }))) return false;
      if (present !== null && present !== reference)
        await takeOut(tx, services, { mail, from: present, to: reference, userId });
      return true;
    },
  });
  if (filed === null) return { refusal: noRecord };
  return filed ? done(reference) : filedFirst(services, id, reference);
}

/** Somebody else was faster. */
async function filedFirst({ database }: Services, id: string, reference: string): Promise<FilingOutcome> {
  const mails = database.reader.selectFrom("inbound_mails").select("ref_number").where("id", "=", id);
  const place = (await mails.executeTakeFirst())?.ref_number ?? null;
  if (place === reference) return done(reference);
  return { refusal: place === null ? noMail : filedElsewhere(place) };
}

interface MailMove {
  readonly id: string;
  readonly from: string | null;
  readonly change: Updateable<InboundMailRow>;
}

/** False if it lies elsewhere by now, or was confirmed. It waits for an answer again. All desks see it. */
async function move(tx: Query, { database }: Services, { id, from, change }: MailMove): Promise<boolean> {
  const mail = tx
    .updateTable("inbound_mails")
    .set({ ...change, is_settled: false })
    .where("id", "=", id);
  const there = mail.where("ref_number", from === null ? "is" : "=", from);
  const { numUpdatedRows } = await (
    from !== null && change.ref_number === from ? there.where("is_from_other", "=", true) : there
  ).executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await announceReload(database, tx);
  return true;
}

const parseContact = fieldsParser(contactMessage.fields);

/** From somebody new: a contact message, as if they had sent the form. */
async function makeContact(services: Services, mail: StoredMail): Promise<FilingOutcome> {
  if (mail.ref_number !== null) return done(mail.ref_number);
  const parsed = parseContact(contactFromMail({ ...mail, ...correspondent(mail) }));
  if (!parsed.ok) return { refusal: noAddress };
  const reference = newReference();
  const made = await services.database.write(async (tx) => {
    const change = { state: "filed", ref_number: reference } as const;
    if (!(await move(tx, services, { id: mail.id, from: null, change }))) return false;
    const [createdAt, storedAt] = [new Date(mail.at), services.now()];
    const calendar = await promisingCalendar(tx, services.calendar);
    const { due: dueAt } = replyDue(contactMessage.replyRule, createdAt, calendar);
    await announceEvents(services.database, tx);
    const record = { refNumber: reference, consent: null, adopted: false, createdAt, dueAt, storedAt };
    await insertRecord(tx, contactMessage, parsed.values, record);
    return true;
  });
  return made ? done(reference) : { refusal: { status: 409, message: "It has been filed already" } };
}

/** Returns the person who wants the answer: Reply-To, if it is an address, or From. */
function correspondent(mail: StoredMail): Mailbox {
  const address = mail.reply_to_address;
  return isPlainAddress(address)
    ? { name: mail.reply_to_name || mail.from_name, address }
    : { name: mail.from_name, address: mail.from_address };
}

/**
 * Settles a filed mail, which stays in its record: it needs no answer, or one from another address isn't the customer's. Any other mail
 * is ignored.
 */
async function ignore(
  services: Services,
  { id, ref_number: reference, is_from_other: isFromOther }: StoredMail,
  userId: string,
): Promise<FilingOutcome> {
  const { database, noteStep, now } = services;
  await database.write(async (tx) => {
    if (reference === null) return move(tx, services, { id, from: null, change: { state: "ignored" } });
    await database.lock(tx, `deal ${reference}`);
    const found = await recordByReference(tx, reference);
    if (found === null) return false;
    if (isFromOther) {
      const open = tx.selectFrom("inbound_mails").select("id").where("id", "=", id);
      const undecided = open
        .where("ref_number", "=", reference)
        .where("is_from_other", "=", true)
        .where("is_settled", "=", false);
      if ((await undecided.executeTakeFirst()) === undefined) return false;
      await noteLeft(tx, services, found, { mail: { id }, to: null, userId });
    }
    await noteSettled(tx, found, [{ id }]);
    await noteStep(tx, reference, now());
    await announceReload(database, tx);
    return true;
  });
  return done(reference);
}
