import type * as v from "valibot";

import { business } from "#domain/business.ts";
import { validUntil } from "#domain/deals/deadlines.ts";
import type { OfferContent, PickUpWindow } from "#domain/deals/offer.ts";
import { trader } from "#domain/deals/quote.ts";
import type { saleRequests } from "#domain/deals/sale-wire.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { summaryLines } from "#domain/submission-values.ts";
import {
  type ByStaff,
  type CallOutcome,
  type DealChange,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealMailSize, mailSizeMost } from "#server/features/deals/deal/deal-mail.ts";
import { canonicalForm, frozenNow, nextNumber, tooLarge } from "#server/features/deals/deal/sent-versions.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { changeSale, type SaleMoment } from "./change-sale.ts";
import { offerMail } from "./offer-mail.ts";
import type { OfferVersion, Sale } from "./read-sale.ts";
import { activePickUp, haveTimesPassed } from "./sale-state.ts";

export type Offer = Omit<v.InferOutput<typeof saleRequests.send>, "ref">;

/** Freezes an offer as the next version, which goes out once its undo time is over. */
export function sendOffer(
  context: DealContext,
  { offer, ...by }: ByStaff & { readonly reference: string; readonly offer: Offer },
): Promise<CallOutcome | null> {
  return changeSale<CallOutcome>(context, by, async (moment) => {
    const content = offerContent(moment.sale, offer, moment.at);
    return "status" in content ? refused(content) : insertOffer(context, moment, by.userId, content);
  });
}

/** What the offer says if it is sent now, or why it can't be. */
export function offerContent(sale: Sale, offer: Offer, at: Date): OfferContent | Refusal {
  const why = whyNoOffer(sale);
  if (why !== null) return { status: 409, message: why };
  const windows = sortedWindows(offer.pick_up);
  const wrong = windowProblem(windows, at);
  return wrong === null
    ? contentOf(sale, { ...offer, pick_up: windows }, at)
    : { status: 422, message: wrong };
}

/** Sends the newest version again. Only its last day changes, and never to an earlier one. */
export function extendOffer(
  context: DealContext,
  { validDays, ...by }: ByStaff & { readonly reference: string; readonly validDays: number },
): Promise<CallOutcome | null> {
  return changeSale<CallOutcome>(context, by, async (moment) => {
    const { sale, at } = moment;
    const why = whyNoOffer(sale);
    if (why !== null) return refused(why);
    const newest = sale.versions.at(-1);
    if (newest?.state !== "out") return refused("There is no offer to extend: make a new one");
    if (haveTimesPassed(newest, moment.at)) return refused(timesPassed);
    const asked = validUntil(at, validDays);
    const valid_until = asked > newest.valid_until ? asked : newest.valid_until;
    const content = { ...newest.content, number: nextNumber(sale), valid_until };
    return insertOffer(context, moment, by.userId, content);
  });
}

const timesPassed = "All times to pick it up have passed: make a new offer with times to come";

function whyNoOffer(sale: Sale): string | null {
  if (sale.machine !== null || activePickUp(sale)?.state === "done") return "We have bought it already";
  if (activePickUp(sale) !== null) return "They have just accepted: cancel the pick-up first";
  return isOpenStatus(sale.record.status) ? null : "This vehicle is closed: open it first";
}

function sortedWindows(windows: readonly PickUpWindow[]): PickUpWindow[] {
  const instants = windows.map(({ from, to }) => ({ from: instantOf(from), to: instantOf(to) }));
  return instants.toSorted((one, other) => one.from.localeCompare(other.from));
}

const instantOf = (moment: string) => new Date(moment).toISOString();

/** In words for staff; null if the seller can choose any of them. */
function windowProblem(windows: readonly PickUpWindow[], at: Date): string | null {
  if (windows.some(({ from }) => new Date(from) <= at))
    return "pick_up: a time to pick it up has passed: give times to come";
  const isTwice = windows.some(({ from }, index) => from === windows[index + 1]?.from);
  return isTwice ? "pick_up: two times begin at the same moment" : null;
}

function contentOf(sale: Sale, offer: Offer, at: Date): OfferContent {
  return {
    reference: sale.reference,
    number: nextNumber(sale),
    machine: summaryLines(vehicleSubmission, { ...sale.record }).join(", "),
    amount_cents: offer.amount_cents,
    valid_until: validUntil(at, offer.valid_days),
    pick_up: offer.pick_up,
    words: offer.words,
    business: trader,
    terms_version: business.legalTextsUpdated,
  };
}

/** Nothing else happens before its undo time is over. */
async function insertOffer(
  context: DealContext,
  { tx, sale, at }: SaleMoment,
  userId: string,
  content: OfferContent,
): Promise<DealChange<CallOutcome>> {
  const version = newOffer(context, content, { at, userId });
  if (dealMailSize(context, sale, await offerMail(tx, sale, version), at) > mailSizeMost)
    return refused(tooLarge);
  const { mail: _, isPending: __, ...cells } = version;
  await tx
    .insertInto("offers")
    .values({ ...cells, state: "pending", content: canonicalForm(content) })
    .execute();
  return done({ number: version.number, undo_until: version.undo_until });
}

/** A version as it is when it is sent at that moment. */
export function newOffer(
  context: Pick<DealContext, "undoMs">,
  content: OfferContent,
  by: { readonly at: Date; readonly userId: string },
): OfferVersion {
  const { reference, number, amount_cents, valid_until } = content;
  const frozen = frozenNow(context, content, by);
  return { ...frozen, ref_number: reference, number, content, amount_cents, valid_until };
}
