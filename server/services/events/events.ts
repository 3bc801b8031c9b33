import { sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import type { LiveEvent, LiveNews } from "#domain/live.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";

export const eventsMessage = "records";
/** Sent when records were removed, which leaves no event to read. */
export const removalMessage = "records removed";

export interface EventsContext {
  readonly database: Pick<Database, "notifications">;
}

/** Tells all desks once `tx` is committed. Call it before appending events, which makes other writers wait. */
export function announceEvents({ notifications }: Pick<Database, "notifications">, tx: Query): Promise<void> {
  return notifications.publish(tx, eventsMessage);
}

export function announceRemoval(
  { notifications }: Pick<Database, "notifications">,
  tx: Query,
): Promise<void> {
  return notifications.publish(tx, removalMessage);
}

/** A desk that has missed more loads everything again. */
const eventsMax = 200;

/** Returns the events after `after`; a gap if that is null or no event has had this id. */
export async function eventsSince(db: Query, after: number | null): Promise<LiveNews> {
  const newest = await lastEventId(db);
  const isKnown = after !== null && after <= newest;
  const rows = isKnown ? await eventsAfter(db, after) : [];
  const isGap = !isKnown || rows.length > eventsMax;
  return {
    last_event: Math.max(newest, rows.at(-1)?.id ?? 0),
    events: isGap ? [] : await withReferences(db, rows),
    is_gap: isGap,
    counts: await countsOf(db),
  };
}

export async function lastEventId(db: Query): Promise<number> {
  const newest = db.selectFrom("record_events").select("id").orderBy("id", "desc").limit(1);
  return (await newest.executeTakeFirst())?.id ?? 0;
}

function eventsAfter(db: Query, after: number): Promise<RecordEventRow[]> {
  return db
    .selectFrom("record_events")
    .selectAll()
    .where("id", ">", after)
    .where("type", "<>", "mailed") // Always followed by the event that stores the record.
    .orderBy("id")
    .limit(eventsMax + 1)
    .execute();
}

async function withReferences(db: Query, rows: readonly RecordEventRow[]): Promise<LiveEvent[]> {
  const references = new Map<string, string>();
  for (const { table } of submissions) {
    const ids = new Set(rows.flatMap((row) => (row.record_table === table ? [row.record_id] : [])));
    if (ids.size === 0) continue;
    const found = await sql<{ id: string; ref_number: string }>`
      select id, ref_number from ${sql.table(table)} where id in (${sql.join([...ids])})`.execute(db);
    for (const { id, ref_number: reference } of found.rows) references.set(id, reference);
  }
  return rows.flatMap(({ id, type, record_table: table, record_id, user_id }) => {
    const reference = references.get(record_id);
    return reference === undefined ? [] : [{ id, type, table, record_id, reference, user_id }];
  });
}

async function countsOf(db: Query): Promise<LiveNews["counts"]> {
  const rows = await db.selectFrom("record_counts").selectAll().execute();
  const counts: Record<string, Record<string, number>> = {};
  for (const { record_table: table, status, count } of rows) (counts[table] ??= {})[status] = count;
  return counts;
}
