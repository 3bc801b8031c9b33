import { sql } from "kysely";

import type { AuditEvent } from "#domain/audit.ts";
import type { CommandDatabase, Query } from "#server/platform/database/database.ts";
import { type AuditRow, removedRecord } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

export interface AuditContext {
  readonly database: CommandDatabase;
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
  const moment = new Date(Math.min(context.now().getTime(), Date.now()));
  moment.setUTCMonth(moment.getUTCMonth() - keptMonths);
  const cutoff = moment.toISOString();

  const changes = tx.selectFrom("record_events").where("record_id", "=", removedRecord);
  const { many } = await changes.select(countAll).executeTakeFirstOrThrow();
  const old = changes.select("id").where("at", "<", cutoff).orderBy("id").limit(atMost(many));
  await tx.deleteFrom("record_events").where("id", "in", old).execute();

  const entries = tx.selectFrom("audit_entries");
  const { many: all } = await entries.select(countAll).executeTakeFirstOrThrow();
  const oldest = await entries.select(["seq", "at"]).orderBy("seq").limit(atMost(all)).execute();
  const young = oldest.findIndex(({ at }) => at >= cutoff);
  const last = oldest.slice(0, young === -1 ? undefined : young).at(-1)?.seq;
  if (last === undefined) return;
  // Appended first, so that numbers continue even if all other entries are removed.
  await recordAudit(tx, context, { event: "audit-purged", actor: "system", details: { count: last } });
  await tx.deleteFrom("audit_entries").where("seq", "<=", last).execute();
}

const countAll = sql<number>`count(*)`.as("many");
