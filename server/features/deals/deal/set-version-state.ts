import type { Query } from "#server/platform/database/database.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

import type { QuoteVersion } from "./read-deal.ts";

/** A version that is no longer out has no mail that waits to leave. */
export async function setVersionState(
  tx: Query,
  reference: string,
  number: number,
  state: QuoteVersion["state"],
  at: Date,
): Promise<void> {
  await tx
    .updateTable("quote_versions")
    .set({ state, changed_at: at.toISOString() })
    .where("ref_number", "=", reference)
    .where("number", "=", number)
    .execute();
  if (state !== "out")
    await stopMailsOf(tx, reference, { kinds: ["quote", "reminder"], why: stopped, now: at });
}
