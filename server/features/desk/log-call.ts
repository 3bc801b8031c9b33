import type { LoggedCall } from "#domain/desk.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";
import type { FoundRecord } from "#server/features/records/record-by-reference.ts";
import { appendEvents, eventsOf, type NewRecordEvent } from "#server/features/records/record-events.ts";
import { forEveryForm } from "#server/features/records/record-table.ts";
import { replayAnswer, undoneKey } from "#server/features/records/replay-answer.ts";
import type { Query } from "#server/platform/database/database.ts";
import { announceEvents } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

type CallContext = Pick<Services, "database" | "calendar">;

type EventOf = Pick<NewRecordEvent, "record_table" | "record_id" | "reference">;

interface By {
  readonly userId: string;
  readonly at: Date;
}

/** Stops the clock of a record. With a text, the call has a note. The same key again is the same call. */
export function logCall(
  context: CallContext,
  found: FoundRecord,
  { text, key, userId, at }: LoggedCall & By,
): Promise<void> {
  return withHistory(context, found, async (tx, of) => {
    if ((await eventWith(tx, key)) !== undefined) return;
    const by = { at: at.toISOString(), user_id: userId };
    const call = { ...of, ...by, type: "call", key } as const;
    const note = { ...of, ...by, type: "note", note: text } as const;
    await appendEvents(tx, text === "" ? [call] : [call, note]);
    const { answered_at, answered_by } = await answerOf(tx, found);
    const { created_at } = found.record;
    const cells = answeredAt(context.calendar, { created_at, answered_at, answered_by }, { by: "call", at });
    await setCells(tx, found, cells);
  });
}

/** Takes a call back that was logged by mistake: what else answered counts, or the clock runs on. */
export function takeCallBack(
  context: CallContext,
  found: FoundRecord,
  { key, userId, at }: Pick<LoggedCall, "key"> & By,
): Promise<void> {
  return withHistory(context, found, async (tx, of) => {
    const undone = undoneKey(key);
    if ((await eventWith(tx, key))?.record_id !== of.record_id || (await eventWith(tx, undone)) !== undefined)
      return;
    await appendEvents(tx, [
      { ...of, type: "call_undone", at: at.toISOString(), user_id: userId, key: undone },
    ]);
    if ((await answerOf(tx, found)).answered_by !== "call") return;
    const events = await eventsOf(tx, of.record_id);
    await setCells(tx, found, replayAnswer(context.calendar, found.record.created_at, events));
  });
}

function withHistory(
  { database }: CallContext,
  { submission, record }: FoundRecord,
  work: (tx: Query, of: EventOf) => Promise<void>,
): Promise<void> {
  return database.write(async (tx) => {
    await database.lock(tx, `record ${record.id}`);
    await announceEvents(database, tx);
    await work(tx, { record_table: submission.table, record_id: record.id, reference: record.ref_number });
  });
}

function eventWith(tx: Query, key: string) {
  return tx.selectFrom("record_events").select("record_id").where("key", "=", key).executeTakeFirst();
}

function answerOf(tx: Query, { submission, record }: FoundRecord) {
  return forEveryForm(tx)
    .selectFrom(submission.table)
    .select(["answered_at", "answered_by"])
    .where("id", "=", record.id)
    .executeTakeFirstOrThrow();
}

async function setCells(tx: Query, { submission, record }: FoundRecord, cells: object): Promise<void> {
  if (Object.keys(cells).length === 0) return;
  await forEveryForm(tx).updateTable(submission.table).set(cells).where("id", "=", record.id).execute();
}
