import type { Deal } from "#domain/deals/deal.ts";
import { counteredSince, saleStepOf } from "#domain/deals/sale-state.ts";
import type { OfferVersion, Sale } from "#domain/deals/sale.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import {
  changeDeal,
  changeLocked,
  type ChangeOptions,
  type Work,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { type PromiseContext, promiseCells } from "#server/features/deals/deal/next-promise.ts";
import type { VersionKind } from "#server/features/deals/deal/version-state.ts";
import { hasMailSince } from "#server/features/records/inbound-mails.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import { noteMailProblem } from "#server/services/mail/mail-problem.ts";

import { offerMail } from "./offer-mail.ts";
import { readSale } from "./read-sale.ts";

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

/** Notes what staff do next, for the lists. */
export async function noteSaleStep(
  tx: Query,
  context: PromiseContext,
  reference: string,
  at: Date,
): Promise<void> {
  const sale = await readSale(tx, reference);
  if (sale === null) throw new DatabaseUnavailable("The vehicle was removed during the change");
  const { asked_at: askedAt } = sale.record;
  const newest = sale.versions.at(-1);
  // A mail of the seller waits for an answer until an offer is sent.
  const isToAnswer =
    askedAt !== null && (newest === undefined || (await hasMailSince(tx, sale, newest.queued_at)));
  const { step, until } = saleStepOf(sale, isToAnswer, at);
  const asked_at = isToAnswer ? askedAt : null;
  const promise = await promiseCells(tx, context, sale, [asked_at, ...counteredSince(sale)]);
  await tx
    .updateTable(vehicleSubmission.table)
    .set({ next_step: step, step_until: until, asked_at, ...promise })
    .where("ref_number", "=", reference)
    .execute();
  await noteMailProblem(tx, vehicleSubmission.table, sale.record.id);
}
