import {
  activePickUp,
  canAnswer,
  hasCountered,
  pickUpText,
  saleStage,
  takesPhotos,
} from "#domain/deals/sale-state.ts";
import { type SaleFacts, saleJourney, saleStages } from "#domain/deals/sale-states.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { currentVersion } from "#domain/deals/versions.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { summaryLines } from "#domain/submission-values.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { paidFor } from "#server/features/deals/sales/dealers-record.ts";
import type { Query } from "#server/platform/database/database.ts";

import { pageView, promising, standingIn } from "./page-view.ts";
import { promiseWords } from "./promise-words.ts";

/** A machine that somebody sells us, as its pages show it at one moment. */
export type SellerView = Awaited<ReturnType<typeof sellerViewOf>>;

export async function sellerViewOf(made: Work<Sale>) {
  const work = await promising(made);
  const { context, deal: sale, at } = work;
  const pickUp = activePickUp(sale);
  const standing = saleStanding(work);
  const view = pageView(work, pickUp?.number, standing);
  const isOpenForPhotos = takesPhotos(sale, at);
  return {
    ...view,
    stage: standing.stage,
    machine: summaryLines(vehicleSubmission, { ...sale.record }),
    canAnswer: view.version !== null && canAnswer(sale, at),
    pickUp,
    paid: paidFor(context, sale),
    photos: sale.photos.list,
    photoRequest: isOpenForPhotos ? sale.photos.wanted : null,
    isOpenForPhotos,
  };
}

/** Says how far the sale is: `/status` shows it, too. */
export function saleStanding(work: Work<Sale>) {
  const stage = saleStage(work.deal, work.at);
  return { ...standingIn(work.deal, saleJourney, saleStages[stage], factsOf(work)), stage };
}

function factsOf(work: Work<Sale>): SaleFacts {
  const { deal: sale, at } = work;
  const pickUp = activePickUp(sale);
  return {
    promise: promiseOf(work),
    goodUntil: formatDay(currentVersion(sale, at)?.valid_until ?? nzDate(at), at),
    pickUp: pickUp && pickUpText(pickUp, at),
    isMissed: pickUp?.state === "missed",
    isCounter: hasCountered(sale),
    isOpen: canAnswer(sale, at),
    isMerged: sale.record.duplicate_of !== null,
  };
}

/** Promises an offer, unless we have said something since. */
function promiseOf(work: Work<Sale>): string {
  const { record, versions } = work.deal;
  const newest = versions.at(-1);
  if (newest?.isPending === true) return "We are just writing our offer. Please look again in a minute.";
  if (newest !== undefined) return "We are looking at it again, and will be in touch.";
  if (record.answered_at !== null)
    return "We have been in touch with you about it. If you still wait for our offer, ring us.";
  const words = { promise: "You get our cash offer", reply: "offer" };
  return promiseWords(work, record, words);
}

/** True if the form has arrived and the record is still to be stored: its receipt can be there first. */
export async function isArriving(db: Query, reference: string): Promise<boolean> {
  const attempts = db.selectFrom("attempts").select("state").where("ref_number", "=", reference);
  return (await attempts.where("state", "=", "mailed").executeTakeFirst()) !== undefined;
}
