import { quoteRequest } from "#domain/forms/quote-request.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import { noteMailProblem } from "#server/services/mail/mail-problem.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

import { nextStepOf } from "./deal-state.ts";
import { readDeal } from "./read-deal.ts";

/** Notes what staff do next, for the lists. Nobody is reminded of the quote of a closed request. */
export async function noteStep(tx: Query, reference: string, at: Date): Promise<void> {
  const changed = await readDeal(tx, reference);
  if (changed === null) throw new DatabaseUnavailable("The request was removed during the change");
  const { step, until } = nextStepOf(changed, at);
  await tx
    .updateTable(quoteRequest.table)
    .set({ next_step: step, step_until: until })
    .where("ref_number", "=", reference)
    .execute();
  await noteMailProblem(tx, quoteRequest.table, changed.record.id);
  if (!isOpenStatus(changed.record.status))
    await stopMailsOf(tx, reference, { kinds: ["reminder"], why: stopped, now: at });
}
