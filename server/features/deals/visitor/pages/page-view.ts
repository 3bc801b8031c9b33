import type { DealMessage, QuoteVersion, SentVersion } from "#domain/deals/deal.ts";
import type { DealDocument } from "#domain/deals/documents.ts";
import type { JourneyStage } from "#domain/deals/stage.ts";
import { currentVersion, hasLeft } from "#domain/deals/versions.ts";
import { promisedTo } from "#domain/deals/without-mail.ts";
import { emailOf } from "#domain/submission-values.ts";
import { type AnyDeal, type DealWithVersions, Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import type { VersionKind } from "#server/features/deals/deal/version-state.ts";

/** Why what the visitor has just sent was refused, in words for the visitor. */
export interface PageProblem {
  readonly title: string;
  readonly text: string;
  readonly items?: readonly string[];
}

/** The fields that the visitor has just sent, by their names, and why they were refused. */
export interface SentForm {
  readonly problem: PageProblem | null;
  readonly typed: Typed;
}

export type Typed = Readonly<Record<string, unknown>>;

export const nothingSent: SentForm = { problem: null, typed: {} };

/** How far a deal is, as its page and `/status` show it. */
export type Standing = ReturnType<typeof standingIn>;

export function standingIn<Facts>(
  { record }: AnyDeal & { readonly record: { readonly email: string } },
  steps: readonly string[],
  { title, step, sentence, next }: JourneyStage<Facts>,
  facts: Facts,
) {
  const said = (text: string) => promisedTo(record, text);
  return { title, steps, step, sentence: said(sentence(facts)), next: (next?.(facts) ?? []).map(said) };
}

/** Calls `show` with the deal as it is now. Returns null if there is no such deal. */
export function showNow<Of extends AnyDeal, Result>(
  context: DealContext,
  read: VersionKind<never, Of>["read"],
  reference: string,
  show: (work: Work<Of>) => Promise<Result>,
): Promise<Result | null> {
  return context.database.snapshot(async (db) => {
    const deal = await read(db, reference);
    return deal && show(new Work(context, db, deal, null));
  });
}

/** Returns the same work, with the calendar by which we promise. */
export async function promising<Of extends AnyDeal>(work: Work<Of>): Promise<Work<Of>> {
  const { context, tx, deal, userId, at } = work;
  const calendar = await promisingCalendar(tx, context.calendar);
  return new Work({ ...context, calendar }, tx, deal, userId, at);
}

/** A version of a quote or of an offer, as far as their pages are alike. */
export interface VersionOnPage extends SentVersion {
  readonly valid_until: string;
  readonly content_hash: string;
  readonly content: { readonly business: QuoteVersion["content"]["business"] };
}

interface DealOnPage<Version> extends DealWithVersions<Version> {
  readonly record: AnyDeal["record"] & { readonly email: string };
  readonly messages: readonly DealMessage[];
  readonly documents?: readonly DealDocument[];
}

/** What the pages of a buyer and of a seller have in common. */
export type PageView = ReturnType<typeof pageView>;

/** `agreed` is the number of the version that was approved or accepted, if one was. */
export function pageView<Version extends VersionOnPage>(
  { context, deal, at }: Work<DealOnPage<Version>>,
  agreed: number | undefined,
  standing: Standing,
) {
  const current = currentVersion(deal, at);
  const seen = current !== null && hasLeft(current, at) ? current : null;
  const version = deal.versions.find(({ number }) => number === agreed) ?? seen;
  return {
    ...standing,
    reference: deal.reference,
    hasAddress: emailOf(deal.submission, deal.record) !== undefined,
    path: dealLink(context, deal).path, // Of the page; forms are sent below it.
    at,
    version, // The one that can be agreed to, or was.
    isAgreed: agreed !== undefined,
    otherVersions: deal.versions.filter((one) => one.number !== version?.number && hasLeft(one, at)),
    documents: deal.documents ?? [], // Of all orders, oldest first.
    /** What was written by mail is its sender's alone: whoever has the link sees the page. */
    messages: deal.messages.filter(({ kind }) => kind !== "reply"),
    ...nothingSent,
  };
}
