import { recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";

import { noteStep } from "./deal/quotes.ts";
import { noteSaleStep } from "./sales/offers.ts";

/** Notes what staff do next about a quote request or a vehicle. */
export async function noteAnyStep(tx: Query, reference: string, at: Date): Promise<void> {
  const found = await recordByReference(tx, reference);
  const note = found?.submission.hasSale === true ? noteSaleStep : noteStep;
  await note(tx, reference, at);
}
