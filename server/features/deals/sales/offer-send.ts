import type * as v from "valibot";

import { business } from "#domain/business.ts";
import { validUntil } from "#domain/deals/deadlines.ts";
import type { OfferContent, PickUpWindow } from "#domain/deals/offer.ts";
import { trader } from "#domain/deals/quote.ts";
import { activePickUp, haveTimesPassed } from "#domain/deals/sale-state.ts";
import type { saleRequests } from "#domain/deals/sale-wire.ts";
import type { OfferVersion, Sale } from "#domain/deals/sale.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { Outcome } from "#domain/outcome.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { summaryLines } from "#domain/submission-values.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { exampleRefusal } from "#server/features/deals/deal/example-refusal.ts";
import { canonicalForm, frozenNow, nextNumber, tooLarge } from "#server/features/deals/deal/sent-versions.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { offerMail } from "./offer-mail.ts";

type OfferBody = v.InferOutput<typeof saleRequests.send>;

/** Freezes an offer as the next version, which goes out once its undo time is over. */
export async function sendOffer(work: Work<Sale>, body: OfferBody): Promise<CallOutcome> {
  const madeUp = exampleRefusal(work.context);
  if (madeUp !== null) return refused(madeUp);
  const content = offerContent(work, body);
  return "refusal" in content ? content : insertOffer(work, content.ok);
}

/** Returns the content of the offer if it is sent now. */
export function offerContent(
  { deal: sale, at }: Work<Sale>,
  offer: OfferBody,
): Outcome<OfferContent, Refusal> {
  const why = whyNoOffer(sale);
  if (why !== null) return refused(why);
  const windows = sortedWindows(offer.pick_up);
  const wrong = windowProblem(windows, at);
  if (wrong !== null) return refused({ status: 422, message: wrong });
  return {
    ok: {
      reference: sale.reference,
      number: nextNumber(sale),
      machine: summaryLines(vehicleSubmission, { ...sale.record }).join(", "),
      amount_cents: offer.amount_cents,
      valid_until: validUntil(at, offer.valid_days),
      pick_up: windows,
      words: offer.words,
      business: trader(),
      terms_version: business.legalTextsUpdated,
    },
  };
}

/** Sends the newest version again. Only its last day changes, and never to an earlier one. */
export async function extendOffer(
  work: Work<Sale>,
  { valid_days: days }: v.InferOutput<typeof saleRequests.extend>,
): Promise<CallOutcome> {
  const { deal: sale, at } = work;
  const why = whyNoOffer(sale);
  if (why !== null) return refused(why);
  const newest = sale.versions.at(-1);
  if (newest?.state !== "out") return refused("There is no offer to extend: make a new one");
  if (haveTimesPassed(newest, at)) return refused(timesPassed);
  const asked = validUntil(at, days);
  const valid_until = asked > newest.valid_until ? asked : newest.valid_until;
  return insertOffer(work, { ...newest.content, number: nextNumber(sale), valid_until });
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

/** Says in text for staff what is wrong; null if the seller can choose any of them. */
function windowProblem(windows: readonly PickUpWindow[], at: Date): string | null {
  if (windows.some(({ from }) => new Date(from) <= at))
    return "pick_up: a time to pick it up has passed: give times to come";
  const isTwice = windows.some(({ from }, index) => from === windows[index + 1]?.from);
  return isTwice ? "pick_up: two times begin at the same moment" : null;
}

/** Stores the offer: no mail leaves before the undo time is over. */
async function insertOffer(work: Work<Sale>, content: OfferContent): Promise<CallOutcome> {
  const version = newOffer(work, content);
  if (work.isTooLarge(await offerMail(work, version))) return refused(tooLarge);
  const { mail: _, isPending: __, ...cells } = version;
  await work.tx
    .insertInto("offers")
    .values({ ...cells, state: "pending", content: canonicalForm(content) })
    .execute();
  return { ok: { number: version.number, undo_until: version.undo_until } };
}

/** Returns a version as it is when it is sent now. */
export function newOffer(work: Work<Sale>, content: OfferContent): OfferVersion {
  const { reference, number, amount_cents, valid_until } = content;
  return {
    ...frozenNow(work, content),
    ref_number: reference,
    number,
    content,
    amount_cents,
    valid_until,
  };
}
