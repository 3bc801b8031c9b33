import {
  type ChangeOptions,
  type DealChange,
  inLock,
  noteChange,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { isUndoable } from "#server/features/deals/deal/deal-state.ts";
import type { Query } from "#server/platform/database/database.ts";

import { offerMail } from "./offer-mail.ts";
import { releaseOffer } from "./offer-state.ts";
import { type OfferVersion, readSale, type Sale } from "./read-sale.ts";
import { noteSaleStep } from "./sale-state.ts";

export interface SaleMoment {
  readonly tx: Query;
  readonly sale: Sale;
  /** One reading of the clock for the whole transaction. */
  readonly at: Date;
}

/**
 * Changes what follows a vehicle, in one transaction. `work` sees it locked. An offer whose undo time is over goes out
 * first, in a transaction of its own. Returns null if there is no such vehicle. Throws RepeatedCall.
 */
export async function changeSale<Result>(
  context: DealContext,
  options: ChangeOptions,
  work: (moment: SaleMoment) => Promise<DealChange<Result>>,
): Promise<Result | null> {
  for (;;) {
    const outcome = await inSale(context, options, async (moment) => {
      if (dueOffer(moment) !== null) return "due";
      const change = await work(moment);
      await finish(context, options, moment, change);
      return { result: change.result };
    });
    if (outcome !== "due") return outcome?.result ?? null;
    await inSale(context, { reference: options.reference }, (moment) => releaseDue(context, moment));
  }
}

function inSale<Result>(
  context: DealContext,
  options: Pick<ChangeOptions, "reference" | "callKey">,
  run: (moment: SaleMoment) => Promise<Result>,
): Promise<Result | null> {
  return inLock(context, options, readSale, (tx, sale, at) => run({ tx, sale, at }));
}

async function finish(
  context: DealContext,
  options: Omit<ChangeOptions, "reference">,
  { tx, sale, at }: SaleMoment,
  change: Omit<DealChange<unknown>, "result">,
): Promise<void> {
  if (await noteChange(context, options, { tx, of: sale, at }, change))
    await noteSaleStep(tx, sale.reference, at);
}

/** The newest version, if its undo time is over and it has not been released. */
function dueOffer({ sale, at }: Omit<SaleMoment, "tx">): OfferVersion | null {
  const newest = sale.versions.at(-1);
  return newest?.isPending === true && !isUndoable(newest, at) ? newest : null;
}

async function releaseDue(context: DealContext, moment: SaleMoment): Promise<void> {
  const { tx, sale, at } = moment;
  const version = dueOffer(moment);
  if (version === null) return;
  const change = await releaseOffer(tx, sale, version, at);
  await queueDealMail(tx, context, sale, await offerMail(tx, sale, version), { at });
  await finish(context, { userId: version.user_id }, moment, change);
}
