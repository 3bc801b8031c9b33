import { currentVersion } from "#domain/deals/versions.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { changeDeal, type Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { lockDeals } from "#server/features/deals/deal/lock-deals.ts";
import { noteAnyStep } from "#server/features/deals/note-any-step.ts";
import { changeRecordIn } from "#server/features/records/change-record.ts";
import { noteAskedIn } from "#server/features/records/inbound-mails.ts";
import { appendEvents, lockHistory } from "#server/features/records/record-events.ts";
import { type FoundRecord, recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { InboundMailRow } from "#server/platform/database/inbox-tables.ts";
import { stopMailsOf } from "#server/services/mail/outbox-table.ts";

export interface FiledMail extends Pick<InboundMailRow, "id" | "kind" | "words" | "at"> {
  readonly is_from_other: boolean;
}

interface MailFiling {
  readonly reference: string;
  readonly mail: FiledMail;
  /** The user who files it by hand; null if it is filed automatically. */
  readonly userId: string | null;
  /** The record that it leaves; `store` writes that, too. */
  readonly former?: string | null;
  /** Writes it as filed, in the same transaction. False if it was filed already: then nothing happens. */
  readonly store: (tx: Query) => Promise<boolean>;
}

/**
 * Files a mail in a record: it is in the history, and the customer's own words wait for an answer (deals.md section 11). An
 * automatic answer only lies there. Returns what `store` said; null if there is no such record any more.
 */
export async function fileMail(context: DealContext, filing: MailFiling): Promise<boolean | null> {
  const found = await recordByReference(context.database.reader, filing.reference);
  if (found === null) return null;
  return found.submission === quoteRequest ? fileInDeal(context, filing) : fileInRecord(context, filing);
}

const counts = ({ kind, is_from_other: isFromOther }: FiledMail) => kind === "reply" && !isFromOther;

function fileInDeal(context: DealContext, { reference, mail, userId, former = null, store }: MailFiling) {
  return changeDeal<boolean>(context, { reference, userId, former }, async (work) => {
    if (!(await store(work.tx))) return false;
    if (mail.kind !== "reply") return true;
    work.event({ type: "mail_in", becomes: mail.id, ...(former === null ? {} : { was: former }) });
    if (!counts(mail)) return true;
    await addToDeal(work, mail);
    if (work.deal.record.snoozed_until !== null) work.settleRecord({ snoozed_until: null });
    return true;
  });
}

/** Adds the mail as a question: the deal waits for our answer, and no reminder leaves after it. */
async function addToDeal({ tx, deal, at }: Work, mail: FiledMail): Promise<void> {
  const { reference, record } = deal;
  await tx
    .insertInto("deal_messages")
    .values({
      id: mail.id,
      ref_number: reference,
      number: currentVersion(deal, at)?.number ?? null,
      kind: "reply",
      words: mail.words,
      at: at.toISOString(),
      user_id: null,
      answers: null,
    })
    .execute();
  await stopMailsOf(tx, reference, { kinds: ["reminder"], why: "stopped", now: at });
  await noteAskedIn(tx, { submission: quoteRequest, record }, mail);
}

function fileInRecord(context: DealContext, { reference, mail, userId, former = null, store }: MailFiling) {
  const { database, calendar } = context;
  return database.write(async (tx) => {
    await lockDeals(tx, database, [reference, former]); // Replies take this lock too: a correction of the address waits.
    const found = await recordByReference(tx, reference);
    if (found === null) return null;
    const of = await lockHistory(tx, context, found);
    if (!(await store(tx))) return false;
    if (mail.kind !== "reply") return true;
    const at = context.now();
    const event = {
      type: "mail_in",
      at: at.toISOString(),
      user_id: userId,
      becomes: mail.id,
      was: former,
    } as const;
    await appendEvents(tx, [{ ...of, ...event }]);
    if (counts(mail)) await addToRecord(tx, { calendar, found, mail, at });
    await noteAnyStep(tx, context, reference, at);
    return true;
  });
}

interface AddedMail {
  readonly calendar: DealContext["calendar"];
  readonly found: FoundRecord;
  readonly mail: FiledMail;
  readonly at: Date;
}

async function addToRecord(tx: Query, { calendar, found, mail, at }: AddedMail): Promise<void> {
  const { submission, record } = found;
  await noteAskedIn(tx, found, mail);
  if (record.snoozed_until === null) return;
  const change = { snoozed_until: null };
  const by = { version: null, userId: null, at };
  await changeRecordIn({ calendar }, tx, { submission, id: record.id, change, ...by });
}
