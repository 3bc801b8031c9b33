import type { Limits } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Bucket, readUses } from "#server/services/limits/buckets.ts";
import { type Budget, hardestLevel, type Level, levelFor } from "#server/services/limits/proof-of-work.ts";

export const hourMs = 60 * 60_000;

/** What all visitors together may send. It is never closed: what goes beyond it needs the hardest proof. */
export function mailBudget({ mailsPerHour, mailReserve }: Limits): Bucket & Budget {
  return {
    name: "bucket of staff mails in all",
    most: mailsPerHour,
    windowMs: hourMs,
    // What went beyond the budget is forgotten, so that the forms calm down as soon as the flood ends.
    depth: mailsPerHour,
    free: mailsPerHour - mailReserve,
    reserve: mailReserve,
    steepest: hardestLevel,
  };
}

/** How the budget of mails stands. */
export interface BudgetState {
  /** 1: untouched, 0: used up. */
  readonly share: number;
  /** What the next submission has to prove; 0: nothing. */
  readonly level: Level;
}

export async function readMailBudget(db: Query, limits: Limits, now: Date): Promise<BudgetState> {
  const budget = mailBudget(limits);
  const uses = await readUses(db, budget, now);
  return { share: Math.max(0, 1 - uses / budget.most), level: levelFor(budget, uses + 1) };
}
