import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { windowText } from "#domain/deals/offer.ts";
import { type SaleFacts, type SaleStage, saleStages } from "#domain/deals/sale-states.ts";
import { currentVersion, hasLeft } from "#domain/deals/versions.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { summaryLines } from "#domain/submission-values.ts";
import { Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { paidFor } from "#server/features/deals/sales/dealers-record.ts";
import { type PickUp, readSale, type Sale } from "#server/features/deals/sales/read-sale.ts";
import { activePickUp, canAnswer, hasCountered, saleStage } from "#server/features/deals/sales/sale-state.ts";
import type { Query } from "#server/platform/database/database.ts";

import { nothingSent } from "./load-view.ts";
import { promiseWords } from "./promise-words.ts";

/** A machine that somebody sells us, as its pages show it at one moment. */
export type SellerView = Awaited<ReturnType<typeof sellerViewOf>>;

interface LoadedSale {
  readonly sale: Sale;
  readonly view: SellerView;
}

/** Returns null if there is no such vehicle. */
export function loadSellerView(context: DealContext, reference: string): Promise<LoadedSale | null> {
  return context.database.snapshot(async (db) => {
    const sale = await readSale(db, reference);
    return sale && { sale, view: await sellerViewOf(new Work(context, db, sale, null)) };
  });
}

export async function sellerViewOf({ context, tx, deal: sale, at }: Work<Sale>) {
  const pickUp = activePickUp(sale);
  const current = currentVersion(sale, at);
  const accepted = sale.versions.find(({ number }) => number === pickUp?.number);
  const version = accepted ?? (current !== null && hasLeft(current, at) ? current : null);
  const calendar = await promisingCalendar(tx, context.calendar);
  const { stage, sentence, facts } = saleStanding({ sale, calendar, at });
  return {
    reference: sale.reference,
    path: dealLink(context, sale).path, // Of the page; forms are sent below it.
    at,
    stage,
    sentence,
    next: saleStages[stage].next?.(facts) ?? [],
    machine: summaryLines(vehicleSubmission, { ...sale.record }),
    version, // The one that can be accepted, or was.
    otherVersions: sale.versions.filter((one) => one.number !== version?.number && hasLeft(one, at)),
    canAnswer: version !== null && canAnswer(sale, at),
    pickUp,
    paid: paidFor(context, sale),
    messages: sale.messages.filter(({ kind }) => kind === "counter" || kind === "decline"),
    photos: sale.photos,
    request: sale.request,
    ...nothingSent,
  };
}

interface SaleOnPage {
  readonly sale: Sale;
  readonly calendar: BusinessCalendar;
  readonly at: Date;
}

/** Says how far the sale is: `/status` shows it, too. */
export function saleStanding(shown: SaleOnPage): {
  readonly stage: SaleStage;
  readonly sentence: string;
  readonly facts: SaleFacts;
} {
  const stage = saleStage(shown.sale, shown.at);
  const facts = factsOf(shown);
  return { stage, sentence: saleStages[stage].sentence(facts), facts };
}

function factsOf({ sale, calendar, at }: SaleOnPage): SaleFacts {
  const pickUp = activePickUp(sale);
  return {
    promise: promiseOf({ sale, calendar, at }),
    goodUntil: formatDay(currentVersion(sale, at)?.valid_until ?? nzDate(at), at),
    pickUp: pickUp && pickUpText(pickUp, at),
    isMissed: pickUp?.state === "missed",
    isCounter: hasCountered(sale),
    isOpen: canAnswer(sale, at),
    isMerged: sale.record.duplicate_of !== null,
  };
}

/** Returns null until a time is arranged. */
export function pickUpText({ from_at: from, until_at: to }: PickUp, at: Date): string | null {
  return from === null || to === null ? null : windowText({ from, to }, at);
}

/** Promises an offer, unless we have said something since. */
function promiseOf({ sale, calendar, at }: SaleOnPage): string {
  const { record, versions } = sale;
  const newest = versions.at(-1);
  if (newest?.isPending === true) return "We are just writing our offer. Please look again in a minute.";
  if (newest !== undefined) return "We are looking at it again, and will be in touch.";
  if (record.answered_at !== null)
    return "We have been in touch with you about it. If you still wait for our offer, ring us.";
  const words = { promise: "You get our cash offer", reply: "offer" };
  return promiseWords({ submission: vehicleSubmission, calendar, at }, record, words);
}

/** True if the form has arrived and the record is still to be stored: its receipt can be there first. */
export async function isArriving(db: Query, reference: string): Promise<boolean> {
  const attempts = db.selectFrom("attempts").select("state").where("ref_number", "=", reference);
  return (await attempts.where("state", "=", "mailed").executeTakeFirst()) !== undefined;
}
