import type { Log } from "../operations/log.ts";
import { checkAudit } from "./audit-check.ts";
import { type AuditContext, lastEntry } from "./audit-log.ts";

/**
 * Checks the audit list and notes its newest seal in the log, where somebody who holds the database
 * cannot reach it: entries cut off at the end show as a seal that the list no longer has.
 */
export async function noteAudit(context: AuditContext, log: Log): Promise<void> {
  const { broken_at: brokenAt } = await checkAudit(context);
  if (brokenAt !== null) log.error({ entry: brokenAt }, "the audit list was changed");
  const last = await lastEntry(context.database.reader);
  if (last !== undefined) log.info({ entry: last.seq, seal: last.seal }, "newest audit entry");
}
