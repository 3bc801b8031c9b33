import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import { approvalRefusals } from "#domain/deals/quote-states.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { lastRenewal } from "#server/features/deals/deal/deal-link.ts";
import { customerAddress } from "#server/features/deals/deal/deal-mail.ts";
import { isUndoable } from "#server/features/deals/deal/deal-state.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { type Deal, readDeal, versionMailKey } from "#server/features/deals/deal/read-deal.ts";
import { type OnVersion, versionOut } from "#server/features/deals/deal/sent-versions.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { orderForDesk } from "#server/features/deals/orders/order-for-desk.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { resendMail } from "#server/services/mail/outbox-table.ts";

const success = { success: true };

/** The same bytes again, after they failed, came back or may not have arrived. */
export function resendQuote(context: DealContext, on: OnVersion): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, on, async ({ tx, deal, at }) => {
    const version = versionOut(quotes, deal, on.number);
    if (typeof version === "string") return refused(version);
    const key = versionMailKey("quote", on.reference, on.number);
    const why = await whyNotAgain(tx, deal, key);
    if (why !== null) return refused(why);
    if (!(await resendMail(tx, key, at)))
      return refused(version.mail?.state === "bounced" ? notKept : "The mail is on its way, or has arrived");
    return done(success, { events: [{ type: "mail", was: key, becomes: "queued" }] });
  });
}

const notKept = "That mail is no longer kept: extend the quote, or send a corrected one";

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

/** Approves a quote for a customer who said so by phone, by e-mail or at the counter. */
export async function approveForCustomer(
  context: DealContext,
  {
    ref: reference,
    number,
    how,
    selection,
    note,
    userId,
    callKey,
  }: v.InferOutput<typeof dealRequests.approve> & ByStaff,
): Promise<CallOutcome | null> {
  const approval = { reference, number, hash: null, selection, how, userId, note, callKey };
  const outcome = await approve(context, approval);
  if (outcome === null) return null;
  const deal = await context.database.snapshot((db) => readDeal(db, reference));
  if ("refusal" in outcome) {
    const { why, lines = [] } = outcome.refusal;
    const { status, staff } = approvalRefusals[why];
    const parts = lines.map((line) => line.item_label ?? line.text).join(", ");
    return { refusal: tooEarly(deal, number, context.now()) ?? { status, message: staff(number, parts) } };
  }
  const { order } = outcome.ok;
  return { ok: { order: orderForDesk(order) } };
}

/** Null unless the version can still be undone, which an approval must not race. */
function tooEarly(deal: Deal | null, number: number, at: Date): Refusal | null {
  const version = deal?.versions.find((one) => one.number === number);
  if (version?.state !== "out" || !isUndoable(version, at)) return null;
  const seconds = Math.ceil((Date.parse(version.undo_until) - at.getTime()) / 1000);
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  return { status: 409, message: `Quote ${number} can still be taken back: approve it in ${wait}` };
}
