import type { Notice } from "#domain/notice.ts";
import type { Limits } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { hardestLevel } from "#server/services/limits/proof-of-work.ts";

import { readMailBudget } from "./mail-budget.ts";

interface FloodContext {
  readonly database: Database;
  readonly limits: Limits;
  readonly now: () => Date;
}

/** Tells staff that visitors have to make a proof of work, as more comes in than the hour's mails allow. */
export async function floodNotice({ database, limits, now }: FloodContext): Promise<Notice | null> {
  const { level, share } = await readMailBudget(database.reader, limits, now());
  if (level === 0) return null;
  const used = `${Math.round((1 - share) * 100)} % of the ${limits.mailsPerHour} mails of an hour are used up.`;
  const watch = "Tell whoever looks after the server, and read new records with care.";
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
