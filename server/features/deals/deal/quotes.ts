import { activeOrder, nextStepOf, openQuestions, promisedSince } from "#domain/deals/deal-state.ts";
import type { Deal, QuoteVersion } from "#domain/deals/deal.ts";
import type { QuoteLine } from "#domain/deals/quote.ts";
import { requestedIn } from "#domain/deals/requested.ts";
import { linesThatCount, soldText } from "#domain/deals/sold.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { partNumber } from "#domain/stock/part.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import { noteMailProblem } from "#server/services/mail/mail-problem.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

import { type PromiseContext, promiseCells } from "./next-promise.ts";
import { forgetPrices, rememberPrices } from "./price-memory.ts";
import { quoteMail } from "./quote-mail.ts";
import { readDeal } from "./read-deal.ts";
import type { VersionKind } from "./version-state.ts";

export const quotes: VersionKind<QuoteVersion, Deal> = {
  name: "quote",
  table: "quote_versions",
  mails: ["quote", "reminder"],
  words: { approved: "approved", again: "send a corrected one" },
  read: readDeal,
  mail: quoteMail,
  async onRelease({ tx, deal: { reference, record } }, version, replaced) {
    if (replaced !== null) await forgetPrices(tx, reference, replaced);
    await rememberPrices(tx, requestedIn(record).machine, version);
  },
  noteStep,
};

/** Notes what staff do next, for the lists. Nobody is reminded of the quote of a closed request. */
export async function noteStep(
  tx: Query,
  context: PromiseContext,
  reference: string,
  at: Date,
): Promise<void> {
  const changed = await readDeal(tx, reference);
  if (changed === null) throw new DatabaseUnavailable("The request was removed during the change");
  const { step, until } = nextStepOf(changed, at);
  const sold_text = soldText(linesThatCount(changed));
  const isAnswered = !openQuestions(changed).some(({ kind }) => kind === "reply");
  const asked_at = isAnswered ? null : changed.record.asked_at;
  const promise = await promiseCells(tx, context, changed, [asked_at, ...promisedSince(changed)]);
  await tx
    .updateTable("quote_requests")
    .set({ next_step: step, step_until: until, sold_text, asked_at, ...promise })
    .where("ref_number", "=", reference)
    .execute();
  const isQuoted = activeOrder(changed) === null && step !== "expired";
  await noteQuotedParts(tx, changed.record.number, isQuoted ? linesThatCount(changed) : []);
  await noteMailProblem(tx, quoteRequest.table, changed.record.id);
  if (!isOpenStatus(changed.record.status))
    await stopMailsOf(tx, reference, { kinds: ["reminder"], why: stopped, now: at });
}

/** Notes which of our parts the open quote names: the lists show if another order holds one. */
async function noteQuotedParts(tx: Query, number: number, lines: readonly QuoteLine[]): Promise<void> {
  await tx.deleteFrom("quoted_parts").where("number", "=", number).execute();
  const numbers = lines.flatMap(({ item_label: label }) => partNumber(label ?? "") ?? []);
  if (numbers.length === 0) return;
  const parts = await tx.selectFrom("parts").select("number").where("number", "in", numbers).execute();
  const rows = parts.map(({ number: part_number }) => {
    const own = lines.filter(({ item_label: label }) => partNumber(label ?? "") === part_number);
    return { number, part_number, pieces: Math.max(...own.map(({ quantity }) => quantity)) };
  });
  if (rows.length > 0) await tx.insertInto("quoted_parts").values(rows).execute();
}
