import { type ByStaff, type CallOutcome, done, refused } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { versionOut } from "#server/features/deals/deal/sent-versions.ts";

import { changeSale } from "./change-sale.ts";
import { releaseOffer, setOfferState } from "./offer-state.ts";
import type { OfferVersion, Sale } from "./read-sale.ts";
import { noteSaleStep } from "./sale-state.ts";

interface OnOffer extends ByStaff {
  readonly reference: string;
  readonly number: number;
}

const success = { success: true };

/** Takes an offer back before it leaves, as if it had never been sent. The one before counts again. */
export function undoOffer(context: DealContext, on: OnOffer): Promise<CallOutcome | null> {
  return changeSale<CallOutcome>(context, on, async ({ tx, sale, at }) => {
    const version = newestOut(sale, on.number);
    if (typeof version === "string") return refused(version);
    if (!version.isPending)
      return refused(`Offer ${on.number} has left already: withdraw it, or make another one`);
    const offers = tx.deleteFrom("offers").where("ref_number", "=", on.reference);
    await offers.where("number", "=", on.number).execute();
    await noteSaleStep(tx, on.reference, at);
    return done(success);
  });
}

/** The seller can no longer accept it. */
export function withdrawOffer(context: DealContext, on: OnOffer): Promise<CallOutcome | null> {
  return changeSale<CallOutcome>(context, on, async ({ tx, sale, at }) => {
    const version = newestOut(sale, on.number);
    if (typeof version === "string") return refused(version);
    const sent = version.isPending ? await releaseOffer(tx, sale, version, at) : { events: [] };
    await setOfferState(tx, version, "withdrawn", at);
    const withdrawn = { type: "offer_withdrawn", was: String(on.number) } as const;
    return done(success, { ...sent, events: [...(sent.events ?? []), withdrawn] });
  });
}

function newestOut({ versions }: Sale, number: number): OfferVersion | string {
  return versionOut(versions, number, { name: "Offer", approved: "accepted" });
}
