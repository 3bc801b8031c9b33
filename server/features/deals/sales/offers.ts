import type { Deal } from "#domain/deals/deal.ts";
import type { OfferVersion, Sale } from "#domain/deals/sale.ts";
import {
  changeDeal,
  changeLocked,
  type ChangeOptions,
  type Work,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { VersionKind } from "#server/features/deals/deal/version-state.ts";
import { recordByReference } from "#server/features/records/record-table.ts";

import { offerMail } from "./offer-mail.ts";
import { readSale } from "./read-sale.ts";
import { noteSaleStep } from "./sale-state.ts";

/** Our offers to a seller, for a machine. */
export const offers: VersionKind<OfferVersion, Sale> = {
  name: "offer",
  table: "offers",
  mails: ["offer"],
  words: { approved: "accepted", again: "make another one" },
  read: readSale,
  mail: offerMail,
  noteStep: noteSaleStep,
};

/** Changes what follows a vehicle, as `changeLocked` does. Returns null if there is no such vehicle. Throws RepeatedCall. */
export function changeSale<Result>(
  context: DealContext,
  options: ChangeOptions,
  act: (work: Work<Sale>) => Promise<Result>,
): Promise<Result | null> {
  return changeLocked(offers, context, options, act);
}

/** Changes what follows a quote request or a vehicle. Returns null if it is neither. Throws RepeatedCall. */
export async function changeEither<Result>(
  context: DealContext,
  options: ChangeOptions,
  act: (work: Work<Deal | Sale>) => Promise<Result>,
): Promise<Result | null> {
  const found = await recordByReference(context.database.reader, options.reference);
  if (found === null) return null;
  const change = found.submission.hasSale === true ? changeSale : changeDeal;
  return change<Result>(context, options, act);
}
