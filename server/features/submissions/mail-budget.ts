import { hourMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import type { Limits } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Bucket, readUses } from "#server/services/limits/buckets.ts";
import type { Services } from "#server/services/services.ts";

/** What all visitors together may send. What exceeds it is not counted, so that the forms are free again soon after a flood. */
export function mailBudget({ mailsPerHour }: Limits): Bucket {
  return {
    name: "bucket of staff mails in all",
    most: mailsPerHour,
    windowMs: hourMs,
    depth: mailsPerHour,
  };
}

export interface BudgetState {
  /** What is left: 1 if nothing is used, 0 if nothing is left. */
  readonly share: number;
  readonly needsProof: boolean;
}

export async function readMailBudget(db: Query, limits: Limits, now: Date): Promise<BudgetState> {
  const [{ uses } = { uses: 0 }] = await readUses(db, [mailBudget(limits)], now);
  const { mailsPerHour, mailReserve } = limits;
  return {
    share: Math.max(0, 1 - uses / mailsPerHour),
    needsProof: uses + 1 > mailsPerHour - mailReserve,
  };
}

/** Says that visitors need a proof of work, because the hour's mails are running out. */
export async function floodNotice({
  database,
  limits,
  now,
}: Pick<Services, "database" | "limits" | "now">): Promise<Notice | null> {
  const { needsProof, share } = await readMailBudget(database.reader, limits, now());
  if (!needsProof) return null;
  const used = `${Math.round((1 - share) * 100)} % of the ${limits.mailsPerHour} mails of an hour are used up.`;
  return {
    id: "flood",
    severity: "danger",
    title: "The forms are being flooded.",
    words:
      `${used} Visitors still get through; their browser makes a calculation of up to ${limits.proofSeconds} seconds first, and ` +
      "browsers without JavaScript may have to wait. Let the person who runs the server know, and read new records with care.",
  };
}
