import type { AuditEvent } from "#domain/audit.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import { type AuditRow, removedRecord } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

export interface AuditContext {
  readonly database: Pick<Database, "reader" | "write" | "lock">;
  readonly keys: Keys;
  readonly now: () => Date;
}

/** In the transaction of the change. Call it last: it waits for every other transaction that appends. */
export async function recordAudit(tx: Query, context: AuditContext, happened: AuditEvent): Promise<void> {
  await context.database.lock(tx, "audit");
  const { event, actor, subject = null, details = {} } = happened;
  const row: AuditRow = {
    seq: (await newestNumber(tx)) + 1,
    at: context.now().toISOString(),
    event,
    actor,
    subject,
    reference: null,
    details: JSON.stringify(details),
  };
  await tx.insertInto("audit_entries").values(row).execute();
}

async function newestNumber(tx: Query): Promise<number> {
  const newest = tx.selectFrom("audit_entries").select("seq").orderBy("seq", "desc").limit(1);
  return (await newest.executeTakeFirst())?.seq ?? 0;
}

const keptMonths = 24;

/**
 * Removes entries after 24 months, at most `atMost` of all, and appends one that says so; also the changes
 * to records that are gone. Triggers refuse any before 700 days.
 */
export async function purgeAudit(
  tx: Query,
  context: AuditContext,
  atMost: (entries: number) => number,
): Promise<void> {
  // The triggers use the machine's clock.
  const cutoff = new Date(Math.min(context.now().getTime(), Date.now()));
  cutoff.setUTCMonth(cutoff.getUTCMonth() - keptMonths);
  await purgeChanges(tx, cutoff, atMost);
  const old = await lastBefore(tx, cutoff);
  if (old === undefined) return;
  const last = Math.min(old, await lastOfShare(tx, atMost));
  // Appended first, so that numbers continue even if all other entries are removed.
  await recordAudit(tx, context, { event: "audit-purged", actor: "system", details: { count: last } });
  await tx.deleteFrom("audit_entries").where("seq", "<=", last).execute();
}

async function purgeChanges(tx: Query, cutoff: Date, atMost: (changes: number) => number): Promise<void> {
  const changes = tx.selectFrom("record_events").where("record_id", "=", removedRecord);
  const { all } = await changes.select(({ fn }) => fn.countAll<number>().as("all")).executeTakeFirstOrThrow();
  const old = changes.select("id").where("at", "<", cutoff.toISOString()).orderBy("id").limit(atMost(all));
  await tx.deleteFrom("record_events").where("id", "in", old).execute();
}

async function lastOfShare(tx: Query, atMost: (entries: number) => number): Promise<number> {
  const { all } = await tx
    .selectFrom("audit_entries")
    .select(({ fn }) => fn.countAll<number>().as("all"))
    .executeTakeFirstOrThrow();
  const oldest = tx.selectFrom("audit_entries").select("seq").orderBy("seq").limit(1);
  const last = await oldest.offset(atMost(all) - 1).executeTakeFirst();
  return last?.seq ?? Number.POSITIVE_INFINITY;
}

async function lastBefore(tx: Query, cutoff: Date): Promise<number | undefined> {
  const entries = tx.selectFrom("audit_entries").select("seq").limit(1);
  const young = entries.where("at", ">=", cutoff.toISOString()).orderBy("seq");
  const firstYoung = await young.executeTakeFirst();
  const newestFirst = entries.orderBy("seq", "desc");
  const old = firstYoung === undefined ? newestFirst : newestFirst.where("seq", "<", firstYoung.seq);
  return (await old.executeTakeFirst())?.seq;
}
