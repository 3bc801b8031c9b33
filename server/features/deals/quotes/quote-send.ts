import { validUntil } from "#domain/deals/deadlines.ts";
import { missingInDraft, type QuoteContent } from "#domain/deals/quote.ts";
import { requestedIn } from "#domain/deals/requested.ts";
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
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { activeOrder } from "#server/features/deals/deal/deal-state.ts";
import { type Deal, quoteMailKey, type QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import { setVersionState } from "#server/features/deals/deal/set-version-state.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { withdrawMail } from "#server/services/mail/outbox-table.ts";

import { forgetPrices, rememberPrices } from "./price-memory.ts";
import { readDraft, staleDraft, type StoredDraft } from "./quote-draft.ts";
import { mailSizeMost, quoteMail, type QuoteMailKind } from "./quote-mail.ts";
import {
  contentOf,
  insertVersion,
  newVersion,
  nextNumber,
  supersededBy,
  withVersion,
} from "./quote-version.ts";

interface By extends ByStaff {
  readonly reference: string;
}

/** Freezes the draft as the next version, and queues its mail for the end of its undo time. */
export function sendQuote(
  context: DealContext,
  { version, ...by }: By & { readonly version: number | null },
): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, by, async (moment) => {
    const { tx, deal, at } = moment;
    if (activeOrder(deal) !== null) return refused(justApproved);
    const stored = await readDraft(tx, by.reference);
    if (version !== null && version !== (stored?.version ?? 0))
      return refused(await staleDraft(tx, stored, by.userId));
    const content = draftContent(deal, stored, at);
    if ("status" in content) return refused(content);
    return queueVersion(context, moment, { content, userId: by.userId });
  });
}

/** What the draft would say if it were sent now, or what is missing in it. */
export function draftContent(deal: Deal, stored: StoredDraft | null, at: Date): QuoteContent | Refusal {
  if (stored === null) return { status: 422, message: "The quote has no lines yet" };
  const missing = missingInDraft(stored.draft);
  if (missing !== null) return { status: 422, message: missing };
  const { reference } = deal;
  const until = validUntil(at, stored.draft.valid_days ?? 0);
  return contentOf(stored.draft, { reference, number: nextNumber(deal), valid_until: until });
}

const justApproved = "The customer has just approved: take the approval back or cancel the order first";

/** Sends the newest version again. Only its last day changes, and never to an earlier one. */
export function extendQuote(
  context: DealContext,
  { validDays, ...by }: By & { readonly validDays: number },
): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, by, async (moment) => {
    const { tx, deal, at } = moment;
    if (activeOrder(deal) !== null) return refused(justApproved);
    const newest = supersededBy(deal);
    if (newest === null) return refused("There is no quote to extend: send a new one");
    const asked = validUntil(at, validDays);
    const isLater = asked > newest.valid_until;
    const until = isLater ? asked : newest.valid_until;
    const content = { ...newest.content, number: nextNumber(deal), valid_until: until };
    const extended = isLater ? "extension" : "quote";
    const read = await readVersions(tx, deal);
    const kind = read.includes(newest) ? extended : await kindOf(tx, deal);
    return queueVersion(context, moment, { content, userId: by.userId, kind });
  });
}

interface NewQuote {
  readonly content: QuoteContent;
  readonly userId: string;
  readonly kind?: QuoteMailKind;
}

async function queueVersion(
  context: DealContext,
  moment: DealMoment,
  { content, userId, kind }: NewQuote,
): Promise<DealChange<CallOutcome>> {
  const { tx, deal, at } = moment;
  const version = newVersion(context, content, { at, userId });
  const sent = withVersion(deal, version);
  const mail = await quoteMail(context, tx, sent, { version, kind: kind ?? (await kindOf(tx, deal)), at });
  if (mail === null) return refused(tooLarge);
  const before = await supersede(moment);
  await insertVersion(tx, version);
  await rememberPrices(tx, requestedIn(deal.record).machine, version);
  await queueDealMail(tx, context, sent, mail, { at, dueAt: new Date(version.undo_until) });
  const was = before === null ? {} : { was: String(before.number) };
  return done(
    { number: version.number, undo_until: version.undo_until },
    {
      events: [{ type: "quote", becomes: String(version.number), ...was }],
      record: { status: "in_progress", duplicate_of: null },
    },
  );
}

export const tooLarge: Refusal = {
  status: 422,
  message: `The e-mail would be larger than ${mailSizeMost / 1000} KB: use fewer words or lines`,
};

/** A version whose mail the customer may have is corrected; one that never left is just replaced. */
export async function kindOf(db: Query, deal: Pick<Deal, "record" | "versions">): Promise<QuoteMailKind> {
  return (await readVersions(db, deal)).length > 0 ? "correction" : "quote";
}

/** The versions whose mail may be in the mailbox that the customer has now. */
async function readVersions(
  db: Query,
  { record, versions }: Pick<Deal, "record" | "versions">,
): Promise<QuoteVersion[]> {
  const since = await mailboxSince(db, record.id);
  return versions.filter((version) => mayBeRead(version) && (since === null || version.queued_at >= since));
}

/** When staff corrected the address to another mailbox the last time. */
async function mailboxSince(db: Query, recordId: string): Promise<string | null> {
  const events = db.selectFrom("record_events").select(["at", "was", "becomes"]);
  const corrections = events.where("record_id", "=", recordId).where("field", "=", "email").orderBy("id");
  const last = (await corrections.execute()).findLast(
    ({ was, becomes }) => !isSameMailbox(was ?? "", becomes ?? ""),
  );
  return last?.at ?? null;
}

/** A mail that waits now will be stopped, and one that failed has not arrived. */
function mayBeRead({ mail }: QuoteVersion): boolean {
  return mail !== null && ["sending", "sent", "unknown"].includes(mail.state);
}

/** The version before is dead from now on. Within its undo time its mail does not leave either. */
async function supersede({ tx, deal, at }: DealMoment): Promise<QuoteVersion | null> {
  const before = supersededBy(deal);
  if (before === null) return null;
  const { reference } = deal;
  await setVersionState(tx, reference, before.number, "superseded", at);
  await forgetPrices(tx, before);
  await withdrawMail(tx, quoteMailKey(reference, before.number));
  return before;
}
