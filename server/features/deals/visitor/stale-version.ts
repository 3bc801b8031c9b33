import { activeOrder } from "#domain/deals/deal-state.ts";
import type { QuoteVersion } from "#domain/deals/deal.ts";
import { freightText } from "#domain/deals/freight.ts";
import { formatCents } from "#domain/deals/money.ts";
import { type OfferContent, windowText } from "#domain/deals/offer.ts";
import { approvalRefusals } from "#domain/deals/quote-states.ts";
import { lowestTotal, type QuoteContent, type QuoteLine } from "#domain/deals/quote.ts";
import { activePickUp } from "#domain/deals/sale-state.ts";
import type { OfferVersion, Sale } from "#domain/deals/sale.ts";
import { currentVersion, hasLeft } from "#domain/deals/versions.ts";
import { formatDay } from "#domain/nz-time.ts";
import type { DealWithVersions, Work } from "#server/features/deals/deal/change-deal.ts";
import type { FailedApproval } from "#server/features/deals/orders/approve.ts";
import type { AcceptRefusal } from "#server/features/deals/sales/accept-offer.ts";

import { buyerWords, sellerWords } from "./pages/page-frame.ts";
import type { VersionOnPage } from "./pages/page-view.ts";
import { shortName } from "./pages/quote-sections.ts";
import { acceptRefusals, type PageRefusal, refusals } from "./refusals.ts";

/** Words the refusal of an approval of the version with that number. */
export function approvalRefusal(
  work: Work,
  { why, lines = [], ...more }: FailedApproval,
  number: number,
): PageRefusal {
  const { status, title, text } = approvalRefusals[why];
  if (why === "sold")
    return { status, title, text, items: lines.map((line) => `${shortName(line)}: sold minutes ago`) };
  if (why !== "stale") return { status, title, text, ...more };
  if (activeOrder(work.deal) !== null) return refusals.approved;
  const current = currentVersion(work.deal, work.at);
  // Staff withdrew it before it left: its content is not shown.
  if (current !== null && !hasLeft(current, work.at)) return approvalRefusals.over;
  return staleRefusal(work, number, buyerWords, approvalRefusals.stale, quoteChanges);
}

/** Words the refusal of an acceptance of the offer with that number. */
export function acceptRefusal(work: Work<Sale>, why: AcceptRefusal, number: number): PageRefusal {
  if (why !== "stale") return acceptRefusals[why];
  if (activePickUp(work.deal) !== null) return refusals.accepted;
  return staleRefusal(work, number, sellerWords, acceptRefusals.stale, offerChanges);
}

/** Names what is different from the version that the visitor saw. */
function staleRefusal<Version extends VersionOnPage>(
  { deal, at }: Work<DealWithVersions<Version>>,
  number: number,
  { version: name, check }: typeof buyerWords,
  stale: PageRefusal,
  changes: (seen: Version, now: Version, at: Date) => string[],
): PageRefusal {
  const current = currentVersion(deal, at);
  if (current === null || !hasLeft(current, at)) return stale;
  const seen = deal.versions.find((version) => version.number === number && hasLeft(version, at));
  if (seen === undefined || seen.number === current.number) return { ...stale, text: check(current.number) };
  const until = formatDay(current.valid_until, at);
  const text = `You saw ${name.toLowerCase()} ${seen.number}. ${name} ${current.number}, good until ${until}, has replaced it:`;
  const items = changes(seen, current, at);
  return { ...stale, text, items: items.length > 0 ? items : ["Only small details are different."] };
}

function offerChanges({ content: before }: OfferVersion, { content: now }: OfferVersion, at: Date): string[] {
  const times = ({ pick_up: windows }: OfferContent) => windows.map((one) => windowText(one, at)).join("; ");
  return [
    ...difference("We pay", formatCents(before.amount_cents), formatCents(now.amount_cents)),
    ...difference("Good until", formatDay(before.valid_until), formatDay(now.valid_until)),
    ...difference("Machine", before.machine, now.machine),
    ...difference("Times to pick it up", times(before), times(now)),
    ...(before.words === now.words ? [] : ["What we wrote about it is different."]),
  ];
}

function quoteChanges({ content: before }: QuoteVersion, { content: now }: QuoteVersion): string[] {
  const lines = [...new Set([...before.lines, ...now.lines].map(({ id }) => id))].flatMap((id) =>
    lineChanges(lineIn(before, id), lineIn(now, id)),
  );
  const totals = [before, now].map(lowestTotal);
  return [
    ...lines,
    ...difference("Freight", formatCents(before.freight.cents), formatCents(now.freight.cents)),
    ...difference("Freight goes by", freightText(before.freight), freightText(now.freight)),
    ...difference("Good until", formatDay(before.valid_until), formatDay(now.valid_until)),
    ...difference("Total", formatCents(totals[0] ?? 0), formatCents(totals[1] ?? 0)),
    ...(before.words === now.words && before.fitment === now.fitment
      ? []
      : ["What we wrote about it is different."]),
  ];
}

const lineIn = ({ lines }: QuoteContent, id: string) => lines.find((line) => line.id === id) ?? null;

function lineChanges(before: QuoteLine | null, now: QuoteLine | null): string[] {
  if (before === null) return now === null ? [] : [`Added: ${now.text}.`];
  if (now === null) return [`No longer included: ${before.text}.`];
  const facts = ({ machine, grade, quantity, kind, group, evidence }: QuoteLine) =>
    JSON.stringify([machine, grade, quantity, kind, group, evidence]);
  return [
    ...difference(before.text, before.text, now.text),
    ...difference(`Price of ${now.text}`, formatCents(before.unit_cents), formatCents(now.unit_cents)),
    ...(facts(before) === facts(now)
      ? []
      : [`${now.text}: grade, machine, quantity, choice or measurements are different.`]),
  ];
}

function difference(name: string, before: string, now: string): string[] {
  return before === now ? [] : [`${name}: was ${before}, is now ${now}.`];
}
