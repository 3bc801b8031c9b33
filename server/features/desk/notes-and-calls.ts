import type { LoggedCall, NewNote } from "#domain/desk.ts";
import { type AnsweredBy, isOpenStatus } from "#domain/record-status.ts";
import { answeredAt, unanswered } from "#server/features/records/derived-columns.ts";
import { noteAsked } from "#server/features/records/inbound-mails.ts";
import {
  appendEvents,
  type KeyedAction,
  type UserStamp,
  eventByKey,
  eventsOf,
  lockHistory,
  noteAnswer,
} from "#server/features/records/record-events.ts";
import { forEveryForm, type FoundRecord } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";
import type { Services } from "#server/services/services.ts";

/** Stops the clock of a record. With a text, the call has a note. The same key again is the same call. */
export function logCall(
  context: Services,
  found: FoundRecord,
  { text, key, userId, at }: LoggedCall & UserStamp,
): Promise<void> {
  return context.database.write(async (tx) => {
    const of = await lockHistory(tx, context, found);
    if ((await eventByKey(tx, key)) !== undefined) return;
    const by = { at: at.toISOString(), user_id: userId };
    const { asked_at: was } = found.record;
    const call = { ...of, ...by, type: "call", key, was } as const;
    const note = { ...of, ...by, type: "note", note: text } as const;
    await appendEvents(tx, text === "" ? [call] : [call, note]);
    await noteAnswer(tx, context, found, { by: "call", at, writtenAt: by.at });
    await context.noteStep(tx, found.record.ref_number, at);
  });
}

/** Takes a call back that was logged by mistake: what else answered counts, or the clock runs on. */
export function takeCallBack(
  context: Services,
  found: FoundRecord,
  { key, userId, at }: KeyedAction,
): Promise<void> {
  return context.database.write(async (tx) => {
    const of = await lockHistory(tx, context, found);
    const undone = undoneKey(key);
    const call = await eventByKey(tx, key);
    if (call?.record_id !== of.record_id || (await eventByKey(tx, undone)) !== undefined) return;
    const event = { type: "call_undone", at: at.toISOString(), user_id: userId, key: undone } as const;
    await appendEvents(tx, [{ ...of, ...event }]);
    await answerAgain(tx, context, found);
    if (call.was !== null) await noteAsked(tx, found, call.was);
    await context.noteStep(tx, found.record.ref_number, at);
  });
}

const undoneKey = (key: string | null) => `${key} undone`;

async function answerAgain(
  tx: Query,
  { calendar }: Services,
  { submission, record: { id, created_at } }: FoundRecord,
): Promise<void> {
  const table = forEveryForm(tx).selectFrom(submission.table).select(["answered_by", "status"]);
  const { answered_by: answeredBy, status } = await table.where("id", "=", id).executeTakeFirstOrThrow();
  if (answeredBy !== "call") return;
  const events = await eventsOf(tx, id);
  const keys = new Set(events.map(({ key }) => key));
  const rest = events.filter(({ key }) => !keys.has(undoneKey(key)));
  const closing = isOpenStatus(status) ? undefined : rest.findLast(({ type }) => type === "status");
  const first = rest.find((event) => answerBy(event) !== null) ?? closing;
  const by = first === undefined ? null : (answerBy(first) ?? "closed");
  const cells =
    first === undefined || by === null
      ? unanswered
      : answeredAt(calendar, { created_at, ...unanswered }, { by, at: new Date(first.at) });
  await forEveryForm(tx).updateTable(submission.table).set(cells).where("id", "=", id).execute();
}

/** How an event answers a record that is open. */
function answerBy({ type, was, becomes }: RecordEventRow): AnsweredBy | null {
  if (type === "call") return "call";
  if (type === "approved") return "quote";
  const [kind] = was?.split("/") ?? [];
  const isAnswer = type === "mail" && becomes === "sent" && (kind === "reply" || kind === "quote");
  return isAnswer ? kind : null;
}

/** Adds a note to a record's history. A note sent again because its response was lost is stored once. */
export function addNote(
  services: Services,
  found: FoundRecord,
  { text, key, userId, at }: NewNote & UserStamp,
): Promise<void> {
  return services.database.write(async (tx) => {
    const of = await lockHistory(tx, services, found);
    if ((await eventByKey(tx, key)) !== undefined) return;
    await appendEvents(tx, [{ ...of, type: "note", at: at.toISOString(), user_id: userId, note: text, key }]);
  });
}
