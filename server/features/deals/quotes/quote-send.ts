import * as v from "valibot";

import { business } from "#domain/business.ts";
import { validUntil } from "#domain/deals/deadlines.ts";
import { activeOrder } from "#domain/deals/deal-state.ts";
import type { Preview } from "#domain/deals/deal-wire.ts";
import type { QuoteVersion } from "#domain/deals/deal.ts";
import { missingInDraft } from "#domain/deals/draft-checks.ts";
import {
  lowestTotal,
  type QuoteContent,
  quoteContentSchema,
  type QuoteDraft,
  trader,
} from "#domain/deals/quote.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import type { Outcome } from "#domain/outcome.ts";
import { type AnyWork, type CallOutcome, refused, Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { composeDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { exampleRefusal } from "#server/features/deals/deal/example-refusal.ts";
import { quoteMail } from "#server/features/deals/deal/quote-mail.ts";
import {
  linesWithMachines,
  machineNumbers,
  machinesWith,
} from "#server/features/deals/deal/quoted-machines.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import {
  asIfReplaced,
  canonicalForm,
  frozenNow,
  nextNumber,
  tooLarge,
} from "#server/features/deals/deal/sent-versions.ts";
import { itemsOf } from "#server/features/deals/orders/order-items.ts";
import { offTheirMachines, takenStock, whereItIs } from "#server/features/deals/parts/part-holds.ts";
import { dealPage } from "#server/features/deals/visitor/pages/deal-page.ts";
import { documentHtml } from "#server/features/deals/visitor/pages/document.ts";
import { viewOf } from "#server/features/deals/visitor/pages/load-view.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { QuoteVersionRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { readDraft, staleDraft, type StoredDraft } from "./quote-draft.ts";

/** Freezes the draft as the next version, which goes out once its undo time is over. `version` is the draft's. */
export async function sendQuote(work: Work, version: number | null): Promise<CallOutcome> {
  const { tx, deal, context } = work;
  const madeUp = exampleRefusal(context);
  if (madeUp !== null) return refused(madeUp);
  if (activeOrder(deal) !== null) return refused(justApproved);
  const stored = await readDraft(tx, deal.reference);
  if (version !== null && version !== (stored?.version ?? 0)) return refused(await staleDraft(work, stored));
  const content = await draftContent(work, stored);
  if ("refusal" in content) return content;
  return insertVersion(work, newVersion(work, content.ok));
}

const justApproved = "The customer has just approved: take the approval back or cancel the order first";

/** Sends the newest version again. Only its last day changes, and never to an earlier one. */
export async function extendQuote(work: Work, validDays: number): Promise<CallOutcome> {
  const { deal, at } = work;
  if (activeOrder(deal) !== null) return refused(justApproved);
  const newest = deal.versions.at(-1);
  if (newest?.state !== "out") return refused("There is no quote to extend: send a new one");
  const asked = validUntil(at, validDays);
  const isLater = asked > newest.valid_until;
  const valid_until = isLater ? asked : newest.valid_until;
  const version = newVersion(work, { ...newest.content, number: nextNumber(deal), valid_until });
  return insertVersion(work, { ...version, mail_kind: isLater ? "extension" : "quote" });
}

/** Returns what the draft would say if it were sent now, or what is missing in it. */
async function draftContent(
  { tx, deal, at }: Work,
  stored: StoredDraft | null,
): Promise<Outcome<QuoteContent, Refusal>> {
  const incomplete = (message: string) => ({ refusal: { status: 422, message } });
  if (stored === null) return incomplete("The quote has no lines yet");
  const { draft } = stored;
  const missing = missingInDraft(draft);
  const own = { ...draft, lines: await offTheirMachines(tx, draft.lines) };
  const lines = missing ?? (await linesWithMachines(tx, own));
  if (typeof lines === "string") return incomplete(lines);
  const until = validUntil(at, draft.valid_days ?? 0);
  const named = { ...draft, lines };
  const { reference } = deal;
  return { ok: contentOf(named, { reference, number: nextNumber(deal), valid_until: until }) };
}

/** Returns a complete draft as the visitor will see it: without costs (deals.md section 3). */
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
    business: trader(),
    terms_version: business.legalTextsUpdated,
  });
}

/** Returns a version as it is when it is sent now. */
export function newVersion(work: AnyWork, content: QuoteContent): QuoteVersion {
  const { reference, number, valid_until } = content;
  return {
    ...frozenNow(work, content),
    ref_number: reference,
    number,
    content,
    total_cents: lowestTotal(content),
    valid_until,
    mail_kind: "correction",
  };
}

/** Stores the version. Nothing else happens before its undo time is over. Nothing is offered that another order has. */
async function insertVersion(work: Work, version: QuoteVersion): Promise<CallOutcome> {
  // Each line by itself: of alternatives, only one is ordered.
  const [taken] = await takenStock(
    work.tx,
    version.content.lines.flatMap((line) => itemsOf([line])),
  );
  if (taken !== undefined) return refused({ status: 422, message: await whereItIs(work.tx, taken) });
  if (work.isTooLarge(await quoteMail(work, version))) return refused(tooLarge);
  await work.tx.insertInto("quote_versions").values(versionRow(version, "pending")).execute();
  return { ok: { number: version.number, undo_until: version.undo_until } };
}

export function versionRow(version: QuoteVersion, state: QuoteVersionRow["state"]): QuoteVersionRow {
  const { mail: _, isPending: __, content, ...cells } = version;
  return { ...cells, state, content: canonicalForm(content) };
}

/** Returns the mail and the page as they would be if the draft were sent now; null if there is no such request. */
export async function previewQuote(
  context: DealContext,
  db: Query,
  { reference, userId }: { readonly reference: string; readonly userId: string },
): Promise<Outcome<Preview, Refusal> | null> {
  const deal = await readDeal(db, reference);
  if (deal === null) return null;
  const draft = new Work({ ...context, undoMs: 0 }, db, deal, userId);
  const content = await draftContent(draft, await readDraft(db, reference));
  if ("refusal" in content) return content;
  const version = newVersion(draft, content.ok);
  const machines = await machinesWith(db, machineNumbers(version.content.lines));
  const sent = draft.as({ ...deal, machines, versions: [...asIfReplaced(deal.versions), version] });
  const mail = await quoteMail(sent, version);
  if (sent.isTooLarge(mail)) return refused(tooLarge);
  const view = await viewOf(sent);
  const page = documentHtml(context, dealPage(view));
  // The photos are for staff only until the quote has left.
  const photos = page.replaceAll(`"${view.path}/photo/`, `"${saleCalls.photo.path}/`);
  return { ok: { ...composeDealMail(context, sent.deal, mail), page: photos } };
}
