import { type AuditEvent, auditFacts } from "#domain/audit.ts";

import type { Database, Query } from "../database/database.ts";
import type { AuditRow } from "../database/tables.ts";
import type { Keys } from "../operations/keyed-hash.ts";
import { auditKeyId, sealOf } from "./audit-seal.ts";

export interface AuditContext {
  readonly database: Pick<Database, "reader" | "write" | "lock">;
  readonly keys: Keys;
  readonly now: () => Date;
}

/**
 * Writes an event at the end of the audit list, in the transaction of the change it tells of. Call it
 * last there: it waits for every other entry's transaction (docs/decisions/027-audit-list.md).
 */
export async function recordEvent(tx: Query, context: AuditContext, happened: AuditEvent): Promise<void> {
  const { database, keys, now } = context;
  await database.lock(tx, "audit");
  const { event, actor, subject = null, reference = null, ...facts } = happened;
  const last = await lastEntry(tx);
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: now().toISOString(),
    event,
    actor,
    subject,
    reference,
    details: JSON.stringify(auditFacts(event, facts)),
  };
  const sealed: AuditRow = { ...row, key_id: auditKeyId(keys), seal: sealOf(keys, row, last?.seal ?? "") };
  await tx.insertInto("audit_entries").values(sealed).execute();
}

/** The newest entry. Its seal stands for the whole list before it. */
export function lastEntry(db: Query): Promise<Pick<AuditRow, "seq" | "seal"> | undefined> {
  const newest = db.selectFrom("audit_entries").select(["seq", "seal"]).orderBy("seq", "desc");
  return newest.limit(1).executeTakeFirst();
}

const keptMonths = 24;

/**
 * Removes entries older than the records they tell of may become, always from the beginning, and
 * says so in the list: the check knows from that where the list begins.
 */
export async function purgeAudit(tx: Query, context: AuditContext): Promise<void> {
  const cutoff = new Date(context.now());
  cutoff.setUTCMonth(cutoff.getUTCMonth() - keptMonths);
  const firstKept = await tx
    .selectFrom("audit_entries")
    .select("seq")
    .where("at", ">=", cutoff.toISOString())
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  const old = tx
    .selectFrom("audit_entries")
    .select(["seq", "seal"])
    .where("seq", "<", firstKept?.seq ?? 0);
  const lastOld = await old.orderBy("seq", "desc").limit(1).executeTakeFirst();
  if (lastOld === undefined) return;
  await tx.deleteFrom("audit_entries").where("seq", "<=", lastOld.seq).execute();
  const { seq: count, seal: former_seal } = lastOld;
  await recordEvent(tx, context, { event: "audit-purged", actor: "system", count, former_seal });
}
