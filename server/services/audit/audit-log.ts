import { type AuditEvent, auditFacts } from "#domain/audit.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { AuditRow } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

export interface AuditContext {
  readonly database: Pick<Database, "reader" | "write" | "lock">;
  readonly keys: Keys;
  readonly now: () => Date;
}

/**
 * Appends an event to the audit list, in the transaction of the change it is about. Call it last in the
 * transaction: it waits until every other transaction that appends has ended.
 */
export async function recordAudit(tx: Query, context: AuditContext, happened: AuditEvent): Promise<void> {
  await context.database.lock(tx, "audit");
  const { event, actor, subject = null, reference = null, ...facts } = happened;
  const row: AuditRow = {
    seq: (await newestNumber(tx)) + 1,
    at: context.now().toISOString(),
    event,
    actor,
    subject,
    reference,
    details: JSON.stringify(auditFacts(event, facts)),
  };
  await tx.insertInto("audit_entries").values(row).execute();
}

/** The number of the newest entry; 0 if there is none. */
async function newestNumber(tx: Query): Promise<number> {
  const newest = tx.selectFrom("audit_entries").select("seq").orderBy("seq", "desc").limit(1);
  return (await newest.executeTakeFirst())?.seq ?? 0;
}

const keptMonths = 24;

/**
 * Removes entries older than 24 months, the oldest first, and appends an entry that says so. The triggers
 * let nothing else delete an entry: they refuse any that is younger than 700 days.
 */
export async function purgeAudit(tx: Query, context: AuditContext): Promise<void> {
  // The triggers go by the machine's clock, whatever ours has been told.
  const cutoff = new Date(Math.min(context.now().getTime(), Date.now()));
  cutoff.setUTCMonth(cutoff.getUTCMonth() - keptMonths);
  const last = await lastBefore(tx, cutoff);
  if (last === undefined) return;
  // Appended first: numbers continue even if every other entry goes.
  await recordAudit(tx, context, { event: "audit-purged", actor: "system", count: last });
  await tx.deleteFrom("audit_entries").where("seq", "<=", last).execute();
}

/** The number of the last entry before the first one that is younger than `cutoff`. */
async function lastBefore(tx: Query, cutoff: Date): Promise<number | undefined> {
  const entries = tx.selectFrom("audit_entries").select("seq").limit(1);
  const young = entries.where("at", ">=", cutoff.toISOString()).orderBy("seq");
  const firstYoung = await young.executeTakeFirst();
  const newestFirst = entries.orderBy("seq", "desc");
  const old = firstYoung === undefined ? newestFirst : newestFirst.where("seq", "<", firstYoung.seq);
  return (await old.executeTakeFirst())?.seq;
}
