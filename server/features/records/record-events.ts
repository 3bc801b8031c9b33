import { isMailEvent, type RecordEventType, saysWords } from "#domain/record-event.ts";
import type { AnsweredBy } from "#domain/record-status.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";
import { announceEvents, type Publisher } from "#server/services/events/events.ts";
import { noteMailProblem } from "#server/services/mail/mail-problem.ts";
import type { MailWatcher } from "#server/services/mail/outbox.ts";
import type { Services } from "#server/services/services.ts";

import { answeredAt } from "./derived-columns.ts";
import { noteUnasked } from "./inbound-mails.ts";
import { forEveryForm, keepRecord, recordByReference, type RecordIdentity } from "./record-table.ts";
import { noteWords } from "./said-words.ts";
import { isToldEvent, noteUntold } from "./untold.ts";

export interface EventOf {
  readonly record_table: string;
  readonly record_id: string;
  readonly reference: string;
}

export interface NewRecordEvent extends EventOf {
  readonly type: RecordEventType;
  readonly at: string;
  readonly user_id?: string | null;
  readonly field?: string;
  readonly was?: string | null;
  readonly becomes?: string | null;
  readonly note?: string;
  readonly key?: string;
}

export interface UserStamp {
  readonly userId: string;
  readonly at: Date;
}

export interface KeyedAction extends UserStamp {
  readonly key: string;
}

/** The record was removed after it was read. */
export class RecordGone extends Error {
  override readonly name = "RecordGone";
}

/** Call it before appending events about the record. Throws RecordGone. */
export async function lockHistory(
  tx: Query,
  { database }: { readonly database: Pick<Database, "lock" | "engine"> & Publisher },
  { submission, record }: RecordIdentity,
): Promise<EventOf> {
  await database.lock(tx, `record ${record.id}`);
  if (!(await keepRecord(tx, database, submission, record.id))) throw new RecordGone("The record is gone");
  await announceEvents(database, tx);
  return { record_table: submission.table, record_id: record.id, reference: record.ref_number };
}

const nothing = { user_id: null, field: null, was: null, becomes: null, note: null, key: null };

/**
 * Appends events in the transaction of their change, once all else is written: the search reads what was said. Returns them
 * with their ids, in the same order.
 */
export async function appendEvents(tx: Query, events: readonly NewRecordEvent[]): Promise<RecordEventRow[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .insertInto("record_events")
    .values(events.map((event) => Object.assign({}, nothing, event)))
    .returningAll()
    .execute();
  for (const { type, record_table: table, record_id: id } of events) await noteEvent(tx, { type, table, id });
  const spoken = events.filter(({ type }) => saysWords(type));
  for (const [id, table] of new Map(spoken.map((event) => [event.record_id, event.record_table])))
    await noteWords(tx, table, id);
  return rows.toSorted((a, b) => a.id - b.id);
}

async function noteEvent(
  tx: Query,
  { type, table, id }: Record<"type" | "table" | "id", string>,
): Promise<void> {
  if (isMailEvent(type)) await noteMailProblem(tx, table, id);
  if (isToldEvent(type)) await noteUntold(tx, table, id);
}

/** Returns the event that an earlier call with the same key appended. */
export function eventByKey(tx: Query, key: string): Promise<RecordEventRow | undefined> {
  return tx.selectFrom("record_events").selectAll().where("key", "=", key).executeTakeFirst();
}

export function eventsOf(db: Query, recordId: string): Promise<RecordEventRow[]> {
  return db.selectFrom("record_events").selectAll().where("record_id", "=", recordId).orderBy("id").execute();
}

export type NoteContext = Pick<Services, "database" | "calendar">;

/** Notes in the history what became of a mail about a record. If `answers` is given, an accepted one answers it. */
export function mailWatcher(context: NoteContext, answers: AnsweredBy | null): MailWatcher {
  return async (tx, mail, { state, at }) => {
    const found = await recordByReference(tx, mail.ref_number);
    if (found === null || state === "queued") return;
    const of = await lockHistory(tx, context, found).catch(nullIfGone);
    if (of === null) return;
    await appendEvents(tx, [{ ...of, type: "mail", at: at.toISOString(), was: mail.key, becomes: state }]);
    if (state !== "sent" || answers === null) return;
    // A version settled its answers when it left.
    const writtenAt = answers === "reply" ? mail.created_at : null;
    await noteAnswer(tx, context, found, { by: answers, at, writtenAt });
  };
}

function nullIfGone(error: unknown): null {
  if (error instanceof RecordGone) return null;
  throw error;
}

/** Call it with the record locked. */
export async function noteAnswer(
  tx: Query,
  { calendar }: NoteContext,
  named: RecordIdentity,
  answer: { readonly by: AnsweredBy; readonly at: Date; readonly writtenAt: string | null },
): Promise<void> {
  const { table } = named.submission;
  const { id } = named.record;
  if (answer.writtenAt !== null) await noteUnasked(tx, named, answer.writtenAt);
  const record = await forEveryForm(tx)
    .selectFrom(table)
    .select(["created_at", "answered_at", "answered_by"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const cells = answeredAt(calendar, record, answer);
  if (Object.keys(cells).length === 0) return;
  await forEveryForm(tx).updateTable(table).set(cells).where("id", "=", id).execute();
}
