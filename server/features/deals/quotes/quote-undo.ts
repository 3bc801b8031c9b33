import { requestedIn } from "#domain/deals/requested.ts";
import { isRecordStatus } from "#domain/record-status.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  type DealChange,
  type DealMoment,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { lastRenewal } from "#server/features/deals/deal/deal-link.ts";
import { customerAddress, queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { isUndoable } from "#server/features/deals/deal/deal-state.ts";
import { type Deal, quoteMailKey, type QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import { setVersionState } from "#server/features/deals/deal/set-version-state.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import { replayAnswer, statusChangeWith } from "#server/features/records/replay-answer.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { resendMail, stopped, withdrawMail } from "#server/services/mail/outbox-table.ts";

import { rememberPrices } from "./price-memory.ts";
import { quoteMail } from "./quote-mail.ts";
import { kindOf } from "./quote-send.ts";

interface OnVersion extends ByStaff {
  readonly reference: string;
  readonly number: number;
}

const success = { success: true };

/** Takes a version back before its mail leaves, as if it had never been sent. The version before counts again. */
export function undoQuote(context: DealContext, on: OnVersion): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, on, async (moment) => {
    const { tx, deal, at } = moment;
    const version = newestOut(deal, on.number);
    if (typeof version === "string") return refused(version);
    const key = quoteMailKey(on.reference, on.number);
    if (!isUndoable(version, at) || !(await withdrawMail(tx, key)))
      return refused(`Quote ${on.number} has left already: withdraw it, or send a corrected one`);
    const versions = tx.deleteFrom("quote_versions").where("ref_number", "=", on.reference);
    await versions.where("number", "=", on.number).execute();
    await bringBack(context, moment);
    const events = [{ type: "quote_undone" as const, was: String(on.number) }];
    return done(success, { events, ...(await recordBefore(context, moment, version)) });
  });
}

/** The version before, with its mail if that was stopped when it was superseded. */
async function bringBack(context: DealContext, { tx, deal, at }: DealMoment): Promise<void> {
  const versions = deal.versions.slice(0, -1);
  const before = versions.at(-1);
  if (before?.state !== "superseded") return;
  const version: QuoteVersion = { ...before, state: "out" };
  await setVersionState(tx, deal.reference, version.number, "out", at);
  await rememberPrices(tx, requestedIn(deal.record).machine, version);
  const key = quoteMailKey(deal.reference, version.number);
  const { mail: last } = version;
  // One that was leaving when it was stopped may have arrived.
  const isStopped = last?.state === "failed" && last.error === stopped;
  if (isStopped && (await whyNotAgain(tx, deal, key)) === null) await resendMail(tx, key, at);
  if (last !== null) return;
  const kind = await kindOf(tx, { ...deal, versions: versions.slice(0, -1) });
  const mail = await quoteMail(context, tx, deal, { version, kind, at });
  if (mail !== null)
    await queueDealMail(tx, context, deal, mail, { at, dueAt: new Date(version.undo_until) });
}

/** The status and the merge that sending this version ended, and the answer without it. */
async function recordBefore(
  { calendar }: DealContext,
  { tx, deal, at }: DealMoment,
  version: QuoteVersion,
): Promise<Pick<DealChange<unknown>, "record" | "answer">> {
  const { id, status, created_at: createdAt } = deal.record;
  const number = String(version.number);
  const events = await eventsOf(tx, id);
  const sent = events.findLast(({ type, becomes }) => type === "quote" && becomes === number);
  const merged = sent && mergeEndedWith(sent, events);
  const change = sent && statusChangeWith(sent, events);
  if (change?.becomes !== status || !isRecordStatus(change.was)) return merged ? { record: merged } : {};
  const record = { status: change.was, ...merged };
  const undone = {
    id: Infinity,
    type: "quote_undone",
    at: at.toISOString(),
    was: number,
    becomes: null,
    key: null,
  } as const;
  return { record, answer: replayAnswer(calendar, createdAt, [...events, undone]) };
}

function mergeEndedWith(sent: RecordEventRow, events: readonly RecordEventRow[]) {
  const ended = events.find(({ id, type, at }) => type === "duplicate" && at === sent.at && id > sent.id);
  return ended && { duplicate_of: ended.was };
}

/** The customer can no longer approve it; its page says so. */
export function withdrawQuote(context: DealContext, on: OnVersion): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, on, async ({ tx, deal, at }) => {
    const version = newestOut(deal, on.number);
    if (typeof version === "string") return refused(version);
    await withdrawMail(tx, quoteMailKey(on.reference, on.number));
    await setVersionState(tx, on.reference, on.number, "withdrawn", at);
    return done(success, { events: [{ type: "quote_withdrawn", was: String(on.number) }] });
  });
}

/** The same bytes again, after they failed or may not have arrived. */
export function resendQuote(context: DealContext, on: OnVersion): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, on, async ({ tx, deal, at }) => {
    const version = newestOut(deal, on.number);
    if (typeof version === "string") return refused(version);
    const key = quoteMailKey(on.reference, on.number);
    const why = await whyNotAgain(tx, deal, key);
    if (why !== null) return refused(why);
    if (!(await resendMail(tx, key, at))) return refused("The mail is on its way, or has arrived");
    return done(success, { events: [{ type: "mail", was: key, becomes: "queued" }] });
  });
}

const deadLink = "The link in that mail no longer works: extend the quote, or send a corrected one";

const oldAddress = "That mail is for the former e-mail address: extend the quote, or send a corrected one";

/** Null if the bytes of that mail still lead the right person to the page. */
async function whyNotAgain(tx: Query, deal: Deal, key: string): Promise<string | null> {
  if (await isLinkRenewed(tx, deal, key)) return deadLink;
  return (await isAddressCorrected(tx, deal, key)) ? oldAddress : null;
}

async function isAddressCorrected(tx: Query, deal: Deal, key: string): Promise<boolean> {
  const mails = tx.selectFrom("outbox").select("envelope_to").where("key", "=", key);
  const to = (await mails.executeTakeFirst())?.envelope_to ?? null;
  return to !== null && !isSameMailbox(to, customerAddress(deal));
}

/** Since the mail was written. */
async function isLinkRenewed(tx: Query, { record }: Deal, key: string): Promise<boolean> {
  const mail = await tx.selectFrom("outbox").select("created_at").where("key", "=", key).executeTakeFirst();
  const renewedAt = await lastRenewal(tx, record.id);
  return mail !== undefined && renewedAt !== null && renewedAt > mail.created_at;
}

/** Or why nothing can be done about it any more. */
function newestOut({ versions }: Deal, number: number): QuoteVersion | string {
  const version = versions.find((one) => one.number === number);
  if (version === undefined) return `There is no quote ${number}`;
  switch (version.state) {
    case "out":
      return version;
    case "superseded":
      return `Quote ${number} has been replaced by a newer one`;
    case "approved":
      return `Quote ${number} has just been approved`;
    default:
      return `Quote ${number} was ${version.state} already`;
  }
}
