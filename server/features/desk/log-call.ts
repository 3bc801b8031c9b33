import type { LoggedCall } from "#domain/desk.ts";
import { noteAnswer } from "#server/features/records/note-mail.ts";
import type { FoundRecord } from "#server/features/records/record-by-reference.ts";
import { appendEvents, eventByKey, eventsOf, lockHistory } from "#server/features/records/record-events.ts";
import { forEveryForm } from "#server/features/records/record-table.ts";
import { replayAnswer, undoneKey } from "#server/features/records/replay-answer.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import type { By } from "./for-record.ts";

type CallContext = Pick<Services, "database" | "calendar">;

/** Stops the clock of a record. With a text, the call has a note. The same key again is the same call. */
export function logCall(
  context: CallContext,
  found: FoundRecord,
  { text, key, userId, at }: LoggedCall & By,
): Promise<void> {
  return context.database.write(async (tx) => {
    const of = await lockHistory(tx, context, found);
    if ((await eventByKey(tx, key)) !== undefined) return;
    const by = { at: at.toISOString(), user_id: userId };
    const call = { ...of, ...by, type: "call", key } as const;
    const note = { ...of, ...by, type: "note", note: text } as const;
    await appendEvents(tx, text === "" ? [call] : [call, note]);
    await noteAnswer(tx, context, found, { by: "call", at });
  });
}

/** Takes a call back that was logged by mistake: what else answered counts, or the clock runs on. */
export function takeCallBack(
  context: CallContext,
  found: FoundRecord,
  { key, userId, at }: Pick<LoggedCall, "key"> & By,
): Promise<void> {
  return context.database.write(async (tx) => {
    const of = await lockHistory(tx, context, found);
    const undone = undoneKey(key);
    const isTheirs = (await eventByKey(tx, key))?.record_id === of.record_id;
    if (!isTheirs || (await eventByKey(tx, undone)) !== undefined) return;
    const event = { type: "call_undone", at: at.toISOString(), user_id: userId, key: undone } as const;
    await appendEvents(tx, [{ ...of, ...event }]);
    if (await isAnsweredByCall(tx, found)) await answerAgain(tx, context, found);
  });
}

async function isAnsweredByCall(tx: Query, { submission, record }: FoundRecord): Promise<boolean> {
  const records = forEveryForm(tx).selectFrom(submission.table).select("answered_by");
  return (await records.where("id", "=", record.id).executeTakeFirst())?.answered_by === "call";
}

async function answerAgain(
  tx: Query,
  { calendar }: CallContext,
  { submission, record: { id, created_at: createdAt } }: FoundRecord,
): Promise<void> {
  const cells = replayAnswer(calendar, createdAt, await eventsOf(tx, id));
  await forEveryForm(tx).updateTable(submission.table).set(cells).where("id", "=", id).execute();
}
