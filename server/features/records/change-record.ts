import { setImmediate as nextTurn } from "node:timers/promises";

import type { Updateable } from "kysely";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { RecordCells } from "#domain/desk.ts";
import type { RecordEventType } from "#domain/record-event.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import type { Submission } from "#domain/submission.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { RecordEventRow, RecordTable } from "#server/platform/database/tables.ts";
import { announceEvents } from "#server/services/events/events.ts";
import { noteMailProblem } from "#server/services/mail/mail-problem.ts";

import { type AnswerColumns, answerColumns } from "./derived-columns.ts";
import { appendEvents, type NewRecordEvent } from "./record-events.ts";
import { forEveryForm, keepRecord, recordFromRow, selectRecords, type StoredRecord } from "./record-table.ts";
import { replaceKeys } from "./relatives.ts";
import { textsSaid } from "./said-words.ts";
import { searchText } from "./search-words.ts";
import { replaceAskedParts } from "./stock-marks.ts";

/** Values of null assign a record to nobody, end its snooze, and make it a record in its own right. */
export interface RecordChange extends RecordCells {
  /** Fields by name, as the form's own rules have checked them; null empties one. */
  readonly corrections?: Corrections;
}

export type Corrections = Readonly<Record<string, string | null>>;

export interface ChangeRequest {
  readonly submission: Submission;
  readonly id: string;
  readonly change: RecordChange;
  /** The version the user saw, for statuses and corrections; null changes any version. */
  readonly version: number | null;
  /** Unset for visitors and chores. */
  readonly userId: string | null;
  readonly at: Date;
  /** Overrides the answer that follows from the status. */
  readonly answer?: Partial<AnswerColumns>;
}

interface ChangeContext {
  readonly database: Database;
  readonly calendar: BusinessCalendar;
  /** Called if a record is closed or opened again. */
  readonly noteStep?: (tx: Query, reference: string, at: Date) => Promise<void>;
  /** Returns the reason why a rule forbids the change, in words for staff; null if none does. */
  readonly whyNot?: (tx: Query, request: ChangeRequest, record: StoredRecord) => Promise<string | null>;
}

export type ChangeResult =
  | { readonly kind: "changed"; readonly record: StoredRecord; readonly events: readonly RecordEventRow[] }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly record: StoredRecord; readonly why: string }
  /** Someone else changed it first. `record` is its current state. */
  | { readonly kind: "stale"; readonly record: StoredRecord };

const eventTypes = {
  status: "status",
  owner_id: "owner",
  snoozed_until: "snooze",
  order_placed: "order",
  duplicate_of: "duplicate",
} as const;
const changeable = ["status", "owner_id", "snoozed_until", "order_placed", "duplicate_of"] as const;

/** Changes a record and appends its events. */
export async function applyChange(context: ChangeContext, request: ChangeRequest): Promise<ChangeResult> {
  const [outcome = { kind: "missing" }] = await applyChanges(context, [request]);
  return outcome;
}

/** In one transaction, in the order of the requests. Yields between records: SQLite queries block the event loop. */
export function applyChanges(
  context: ChangeContext,
  requests: readonly ChangeRequest[],
): Promise<ChangeResult[]> {
  const { database } = context;
  return database.write(async (tx) => {
    await announceEvents(database, tx);
    // Lock all records first, in one order: locking them one by one between events could deadlock.
    for (const { id, submission } of requests.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await database.lock(tx, `record ${id}`);
      await keepRecord(tx, database, submission, id);
    }
    const outcomes: ChangeResult[] = [];
    for (const request of requests) {
      outcomes.push(await changeRecordIn(context, tx, request));
      await nextTurn();
    }
    return outcomes;
  });
}

/** In a transaction that has locked the record and announced its events. */
export async function changeRecordIn(
  context: Omit<ChangeContext, "database">,
  tx: Query,
  request: ChangeRequest,
): Promise<ChangeResult> {
  const { submission, id, change, at } = request;
  const record = await recordById(tx, submission, id);
  if (record === null) return { kind: "missing" };
  const isStale = isVersioned(request) && record.version !== request.version;
  if (isStale && !(await isRepetition(tx, request, record))) return { kind: "stale", record };
  const why = (await context.whyNot?.(tx, request, record)) ?? null;
  if (why !== null) return { kind: "refused", record, why };
  // The events come first: their counter is the lock that every writer takes before the tables' own.
  const events = await appendEvents(tx, eventsFor(request, record));
  const { corrections = {}, ...others } = change;
  const version = events.at(-1)?.id ?? record.version;
  const isClosed = change.status !== undefined && !isOpenStatus(change.status);
  const asked = isClosed ? { asked_at: null } : {};
  const cells = { ...others, ...corrections, ...asked, updated_at: at.toISOString(), version };
  const answer = request.answer ?? answerColumns(context.calendar, record, change.status, at);
  const { answered_at = record.answered_at, answered_by = record.answered_by } = answer;
  const changed = { ...record, ...cells, answered_at, answered_by };
  await updateRow(tx, request, {
    ...cells,
    ...answer,
    ...(Object.keys(corrections).length > 0 ? await searchCells(tx, submission, changed) : {}),
  });
  const isMoved = isOpenStatus(record.status) !== isOpenStatus(changed.status);
  const hasStep = isMoved || (isClosed && record.asked_at !== null);
  if (change.status !== undefined) await noteMailProblem(tx, submission.table, id);
  if (hasStep) await context.noteStep?.(tx, record.ref_number, at);
  return { kind: "changed", record: changed, events };
}

/** Lets the last change win for an assignee or a snooze. */
function isVersioned({ version, change }: ChangeRequest): boolean {
  return version !== null && (change.status !== undefined || change.corrections !== undefined);
}

async function updateRow(
  tx: Query,
  { submission, id }: ChangeRequest,
  cells: Updateable<RecordTable>,
): Promise<void> {
  await forEveryForm(tx).updateTable(submission.table).set(cells).where("id", "=", id).execute();
}

/** Updates the keys that relate a corrected record to others. Returns its new search text. */
async function searchCells(
  tx: Query,
  submission: Submission,
  record: StoredRecord,
): Promise<Updateable<RecordTable>> {
  await replaceKeys(tx, submission, record);
  await replaceAskedParts(tx, submission, record);
  const said = await textsSaid(tx, record);
  return { search_text: searchText(submission, record, record.ref_number, said) };
}

/** Returns whether this user has just made this very change: its response was lost, so it was sent again. */
async function isRepetition(tx: Query, request: ChangeRequest, record: StoredRecord): Promise<boolean> {
  if (eventsFor(request, record).length > 0) return false;
  const events = tx.selectFrom("record_events").select(["user_id", "type"]);
  const latest = await events.where("id", "=", record.version).executeTakeFirst();
  const types: RecordEventType[] = changeable
    .filter((name) => request.change[name] !== undefined)
    .map((name) => eventTypes[name]);
  if (request.change.corrections !== undefined) types.push("corrected");
  return latest?.user_id === request.userId && types.some((type) => type === latest.type);
}

async function recordById(db: Query, submission: Submission, id: string): Promise<StoredRecord | null> {
  const row = await selectRecords(db, submission).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : recordFromRow(row);
}

function eventsFor(
  { submission, id, change, userId, at }: ChangeRequest,
  record: StoredRecord,
): NewRecordEvent[] {
  const about = {
    record_table: submission.table,
    record_id: id,
    reference: record.ref_number,
    at: at.toISOString(),
    user_id: userId,
  };
  const changes = changeable.flatMap((name) => {
    const [was, becomes] = [eventValue(record[name]), eventValue(change[name])];
    if (change[name] === undefined || was === becomes) return [];
    return [{ ...about, type: eventTypes[name], was, becomes }];
  });
  const corrections = Object.entries(change.corrections ?? {}).flatMap(([field, becomes]) => {
    const was = eventValue(record[field]);
    return was === becomes ? [] : [{ ...about, type: "corrected" as const, field, was, becomes }];
  });
  return [...changes, ...corrections];
}

function eventValue(cell: unknown): string | null {
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return typeof cell === "string" ? cell : null;
}
