import * as v from "valibot";

import { business } from "#domain/business.ts";
import { validUntil } from "#domain/deals/deadlines.ts";
import type { Preview } from "#domain/deals/deal-wire.ts";
import {
  lowestTotal,
  missingInDraft,
  type QuoteContent,
  quoteContentSchema,
  type QuoteDraft,
  trader,
} from "#domain/deals/quote.ts";
import { saleEndpoints } from "#domain/deals/sale-wire.ts";
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
import { composeDealMail, dealMailSize, mailSizeMost } from "#server/features/deals/deal/deal-mail.ts";
import { activeOrder } from "#server/features/deals/deal/deal-state.ts";
import { quoteMail } from "#server/features/deals/deal/quote-mail.ts";
import { linesWithMachines } from "#server/features/deals/deal/quoted-machines.ts";
import { type Deal, type QuoteVersion, readDeal } from "#server/features/deals/deal/read-deal.ts";
import {
  asIfReplaced,
  canonicalForm,
  frozenNow,
  nextNumber,
  tooLarge,
} from "#server/features/deals/deal/sent-versions.ts";
import { dealPage } from "#server/features/deals/visitor/pages/deal-page.ts";
import { documentHtml } from "#server/features/deals/visitor/pages/document.ts";
import { viewOf } from "#server/features/deals/visitor/pages/load-view.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { QuoteVersionRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { readDraft, staleDraft, type StoredDraft } from "./quote-draft.ts";

interface By extends ByStaff {
  readonly reference: string;
}

/** Freezes the draft as the next version, which goes out once its undo time is over. */
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
    const content = await draftContent(tx, deal, stored, at);
    if ("status" in content) return refused(content);
    return insertVersion(context, moment, newVersion(context, content, { at, userId: by.userId }));
  });
}

const justApproved = "The customer has just approved: take the approval back or cancel the order first";

/** Sends the newest version again. Only its last day changes, and never to an earlier one. */
export function extendQuote(
  context: DealContext,
  { validDays, ...by }: By & { readonly validDays: number },
): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, by, async (moment) => {
    const { deal, at } = moment;
    if (activeOrder(deal) !== null) return refused(justApproved);
    const newest = deal.versions.at(-1);
    if (newest?.state !== "out") return refused("There is no quote to extend: send a new one");
    const asked = validUntil(at, validDays);
    const isLater = asked > newest.valid_until;
    const valid_until = isLater ? asked : newest.valid_until;
    const content = { ...newest.content, number: nextNumber(deal), valid_until };
    const version = newVersion(context, content, { at, userId: by.userId });
    return insertVersion(context, moment, { ...version, mail_kind: isLater ? "extension" : "quote" });
  });
}

/** What the draft would say if it were sent now, or what is missing in it. */
async function draftContent(
  db: Query,
  deal: Deal,
  stored: StoredDraft | null,
  at: Date,
): Promise<QuoteContent | Refusal> {
  if (stored === null) return { status: 422, message: "The quote has no lines yet" };
  const { draft } = stored;
  const missing = missingInDraft(draft);
  const lines = missing ?? (await linesWithMachines(db, draft));
  if (typeof lines === "string") return { status: 422, message: lines };
  const until = validUntil(at, draft.valid_days ?? 0);
  const named = { ...draft, lines };
  return contentOf(named, { reference: deal.reference, number: nextNumber(deal), valid_until: until });
}

/** What the visitor will see of a complete draft: no cost (deals.md section 3). */
export function contentOf(
  draft: QuoteDraft,
  named: Pick<QuoteContent, "reference" | "number" | "valid_until">,
): QuoteContent {
  return v.parse(quoteContentSchema, {
    ...named,
    lines: draft.lines.map((line) => ({ ...line, group: line.kind === "choice" ? line.group : null })),
    freight: draft.freight,
    fitment: draft.fitment,
    words: draft.words,
    business: trader,
    terms_version: business.legalTextsUpdated,
  });
}

/** A version as it is when it is sent at that moment. */
export function newVersion(
  context: Pick<DealContext, "undoMs">,
  content: QuoteContent,
  by: { readonly at: Date; readonly userId: string },
): QuoteVersion {
  const { reference, number, valid_until } = content;
  return {
    ...frozenNow(context, content, by),
    ref_number: reference,
    number,
    content,
    total_cents: lowestTotal(content),
    valid_until,
    mail_kind: "correction",
  };
}

/** Nothing else happens before its undo time is over. */
async function insertVersion(
  context: DealContext,
  { tx, deal, at }: DealMoment,
  version: QuoteVersion,
): Promise<DealChange<CallOutcome>> {
  const mail = await quoteMail(context, tx, deal, { version, at });
  if (dealMailSize(context, deal, mail, at) > mailSizeMost) return refused(tooLarge);
  await tx.insertInto("quote_versions").values(versionRow(version, "pending")).execute();
  return done({ number: version.number, undo_until: version.undo_until });
}

export function versionRow(version: QuoteVersion, state: QuoteVersionRow["state"]): QuoteVersionRow {
  const { mail: _, isPending: __, content, ...cells } = version;
  return { ...cells, state, content: canonicalForm(content) };
}

/** The mail and the page as they would be if the draft were sent now; null if there is no such request. */
export async function previewQuote(
  context: DealContext,
  db: Query,
  { reference, userId }: { readonly reference: string; readonly userId: string },
): Promise<Preview | Refusal | null> {
  const deal = await readDeal(db, reference);
  if (deal === null) return null;
  const at = context.now();
  const content = await draftContent(db, deal, await readDraft(db, reference), at);
  if ("status" in content) return content;
  const version = newVersion({ undoMs: 0 }, content, { at, userId });
  const sent = { ...deal, versions: [...asIfReplaced(deal.versions), version] };
  const mail = await quoteMail(context, db, sent, { version, at });
  if (dealMailSize(context, sent, mail, at) > mailSizeMost) return tooLarge;
  const view = await viewOf(context, db, sent, at);
  const page = documentHtml(context, dealPage(view));
  // Until the quote has left, its photos are for staff only.
  const photos = page.replaceAll(`"${view.path}/photo/`, `"${saleEndpoints.photo}/`);
  return { ...composeDealMail(context, sent, mail), page: photos };
}
