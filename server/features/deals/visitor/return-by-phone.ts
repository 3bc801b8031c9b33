import type * as v from "valibot";

import type { moneyRequests } from "#domain/deals/money-wire.ts";
import { openReturn } from "#domain/deals/returns.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { changeReturn } from "#server/features/deals/orders/returns.ts";

import { askReturn } from "./ask-return.ts";

type ReturnEntry = v.InferOutput<typeof moneyRequests.return>;

/** What staff enter about a return: that the customer asked for it by phone, or what becomes of it. */
export async function enterReturn(work: Work, entry: ReturnEntry): Promise<CallOutcome> {
  if (entry.change !== "ask") return changeReturn(work, entry);
  const { kind, lines, words } = entry;
  const asked = await askReturn(work, { kind, line: lines, words });
  if ("refusal" in asked) {
    const { status, title } = asked.refusal;
    return refused({ status, message: title });
  }
  const deal = await readDeal(work.tx, work.deal.reference);
  return { ok: { return: deal === null ? null : openReturn(deal) } };
}
