import type { RecordEventType } from "#domain/record-event.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";

export interface NewRecordEvent {
  readonly record_table: string;
  readonly record_id: string;
  readonly reference: string;
  readonly type: RecordEventType;
  readonly at: string;
  readonly user_id?: string | null;
  readonly field?: string;
  readonly was?: string | null;
  readonly becomes?: string | null;
  readonly note?: string;
  readonly key?: string;
}

const nothing = { user_id: null, field: null, was: null, becomes: null, note: null, key: null };

/** Appends events in the transaction of their change. Returns them with their ids, in the same order. */
export async function appendEvents(tx: Query, events: readonly NewRecordEvent[]): Promise<RecordEventRow[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .insertInto("record_events")
    .values(events.map((event) => Object.assign({}, nothing, event)))
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.id - b.id);
}

export function eventsOf(db: Query, recordId: string): Promise<RecordEventRow[]> {
  return db.selectFrom("record_events").selectAll().where("record_id", "=", recordId).orderBy("id").execute();
}
