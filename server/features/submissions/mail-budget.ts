import { hourMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import type { Limits } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Bucket, readUses } from "#server/services/limits/buckets.ts";
import { type Budget, hardestLevel, type Level, levelFor } from "#server/services/limits/proof-of-work.ts";
import type { Services } from "#server/services/services.ts";

/** What all visitors together may send. Beyond it, every submission needs the hardest proof. */
export function mailBudget({ mailsPerHour, mailReserve }: Limits): Bucket & Budget {
  return {
    name: "bucket of staff mails in all",
    most: mailsPerHour,
    windowMs: hourMs,
    // What exceeded the budget is not counted, so that the forms are free again soon after a flood.
    depth: mailsPerHour,
    free: mailsPerHour - mailReserve,
    reserve: mailReserve,
    steepest: hardestLevel,
  };
}

export interface BudgetState {
  /** What is left: 1 if nothing is used, 0 if nothing is left. */
  readonly share: number;
  /** The proof that the next submission needs; 0 for none. */
  readonly level: Level;
}

export async function readMailBudget(db: Query, limits: Limits, now: Date): Promise<BudgetState> {
  const budget = mailBudget(limits);
  const [{ uses } = { uses: 0 }] = await readUses(db, [budget], now);
  return { share: Math.max(0, 1 - uses / budget.most), level: levelFor(budget, uses + 1) };
}

/** Says that visitors need a proof of work, because the hour's mails are running out. */
export async function floodNotice({
  database,
  limits,
  now,
}: Pick<Services, "database" | "limits" | "now">): Promise<Notice | null> {
  const { level, share } = await readMailBudget(database.reader, limits, now());
  if (level === 0) return null;
  const used = `${Math.round((1 - share) * 100)} % of the ${limits.mailsPerHour} mails of an hour are used up.`;
  const watch = "Let the person who runs the server know, and read new records with care.";
  const isHardest = level >= hardestLevel;
  return {
    id: "flood",
    severity: isHardest ? "danger" : "warn",
    title: isHardest ? "The forms are being flooded." : "An unusual number of submissions is coming in.",
    words: isHardest
      ? `${used} Visitors still get through, but their browser has to calculate for about ${limits.proofSeconds} seconds first; browsers without JavaScript have to wait. ${watch}`
      : `${used} Visitors still get through; their browser makes a short calculation first. ${watch}`,
  };
}
