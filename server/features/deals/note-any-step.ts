import { hasSteps } from "#domain/submission.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";

import { notePromise, type PromiseContext } from "./deal/next-promise.ts";
import { noteStep } from "./deal/quotes.ts";
import { noteSaleStep } from "./sales/offers.ts";

/** Notes what staff do next about a record, and by when. Nothing if it is gone. */
export async function noteAnyStep(
  tx: Query,
  context: PromiseContext,
  reference: string,
  at: Date,
): Promise<void> {
  const found = await recordByReference(tx, reference);
  if (found === null) return;
  if (!hasSteps(found.submission)) return notePromise(tx, context, found);
  const note = found.submission.hasSale === true ? noteSaleStep : noteStep;
  await note(tx, context, reference, at);
}
