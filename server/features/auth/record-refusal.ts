import type { AuditFacts } from "#domain/audit.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { countAgainst, secondsToWait } from "#server/services/limits/limits.ts";

export type RefusalReason = AuditFacts["reason"];

const hourMs = 60 * 60_000;
const unknownPerHour = 20;

/**
 * Writes a refused sign-in down. Addresses that nobody here has are not named, and only so many of
 * them are written down in an hour: guessing must not fill the list.
 */
export async function recordRefusal(
  tx: Query,
  context: AuditContext,
  userId: string | undefined,
  reason: RefusalReason,
): Promise<void> {
  const actor = "somebody";
  if (userId !== undefined) {
    await recordAudit(tx, context, { event: "sign-in-refused", actor, subject: userId, reason });
    return;
  }
  const name = context.keys.hash("limit", "audit of unknown accounts");
  const limit = { name, most: unknownPerHour, windowMs: hourMs };
  // Looked at first: on PostgreSQL, counting makes all strangers wait for one another at this one row.
  if ((await secondsToWait(tx, limit, context.now())) !== null) return;
  const wait = await countAgainst(tx, limit, context.now());
  if (wait === null) await recordAudit(tx, context, { event: "sign-in-unknown", actor });
}
