import type { LiveUpdate } from "#domain/live.ts";
import { isMoneyEvent } from "#domain/record-event.ts";
import type { LiveStart } from "#domain/wire.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import { removedRecord } from "#server/platform/database/tables.ts";

export const eventsMessage = "records";
/** Sent when something changed that leaves no event to read: records were removed, or a mail belongs to none. */
export const reloadMessage = "reload";

export interface Publisher {
  readonly notifications: Pick<Database["notifications"], "publish">;
}

/** Notifies all desks once `tx` is committed. Call it before appending events, which makes other writers wait. */
export function announceEvents({ notifications }: Publisher, tx: Query): Promise<void> {
  return notifications.publish(tx, eventsMessage);
}

/** All desks load everything again once `tx` is committed. */
export function announceReload({ notifications }: Publisher, tx: Query): Promise<void> {
  return notifications.publish(tx, reloadMessage);
}

/** Returns where a desk that loads its records after this starts to follow events. */
export async function liveStart(db: Query): Promise<LiveStart> {
  return { last_event: await lastEventId(db) };
}

/** A desk that has missed more loads everything again. */
const eventsMax = 200;

/** Returns the events after `after`; a gap if that is null or no event has had this id. */
export async function eventsSince(db: Query, after: number | null): Promise<LiveUpdate> {
  const newest = await lastEventId(db);
  const isKnown = after !== null && after <= newest;
  const rows = isKnown ? await eventsAfter(db, after) : [];
  const events = rows.flatMap(({ reference, ...row }) => {
    const type = isMoneyEvent(row.type) ? "money" : row.type; // Every role follows them.
    return reference === null ? [] : [{ ...row, type, reference }];
  });
  // Events from before an upgrade have no reference.
  const isGap = !isKnown || rows.length > eventsMax || events.length < rows.length;
  return {
    last_event: Math.max(newest, rows.at(-1)?.id ?? 0),
    events: isGap ? [] : events,
    is_gap: isGap,
  };
}

/** Returns whether a person was erased after `since`: the command that does it sends no message on SQLite. */
export async function wasErasedSince(db: Query, since: Date): Promise<boolean> {
  const erasures = db.selectFrom("audit_entries").select("at").where("event", "=", "person-erased");
  const last = await erasures.orderBy("seq", "desc").limit(1).executeTakeFirst();
  return last !== undefined && last.at > since.toISOString();
}

async function lastEventId(db: Query): Promise<number> {
  const newest = db.selectFrom("record_events").select("id").orderBy("id", "desc").limit(1);
  return (await newest.executeTakeFirst())?.id ?? 0;
}

function eventsAfter(db: Query, after: number) {
  return db
    .selectFrom("record_events")
    .select(["id", "type", "record_table as table", "record_id", "reference", "user_id"])
    .where("id", ">", after)
    .where("record_id", "<>", removedRecord)
    .where("type", "<>", "mailed") // Always followed by the event that stores the record.
    .orderBy("id")
    .limit(eventsMax + 1)
    .execute();
}
