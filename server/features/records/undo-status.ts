import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { initialStatus, type RecordStatus } from "#domain/record-status.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";

import { type Answer, answeredAt, unanswered } from "./derived-columns.ts";
import { eventsOf } from "./record-events.ts";
import type { StoredRecord } from "./record-table.ts";
import { isUndo, replayAnswer, undoneKey } from "./replay-answer.ts";

interface Undo {
  readonly status: RecordStatus;
  readonly userId: string | null;
}

interface UndoOfStatus {
  /** Of the event that takes the change back. */
  readonly key: string;
  /** As if the change had not been made. */
  readonly answer: Partial<Answer>;
}

/** Returns how to go back to `status`; null if the user's latest change of the record's status did not end that. */
export async function undoOfStatus(
  tx: Query,
  calendar: BusinessCalendar,
  record: StoredRecord,
  { status, userId }: Undo,
): Promise<UndoOfStatus | null> {
  const events = await eventsOf(tx, record.id);
  const undone = events.findLast(({ type }) => type === "status");
  if (undone?.was !== status || undone.user_id !== userId || isUndo(undone)) return null;
  const others = events.filter((event) => event !== undone);
  return { key: undoneKey(undone.id), answer: answerWithout(calendar, record, undone, others) };
}

function answerWithout(
  calendar: BusinessCalendar,
  { created_at: createdAt, answered_by: by }: StoredRecord,
  { key }: RecordEventRow,
  others: readonly RecordEventRow[],
): Partial<Answer> {
  if (by === "former") return {}; // Its history does not say how it was answered.
  const [, former] = formerAnswer.exec(key ?? "") ?? [];
  if (former === undefined) return replayAnswer(calendar, createdAt, others);
  const waiting = { created_at: createdAt, ...unanswered };
  return answeredAt(calendar, waiting, { by: "former", at: new Date(former) });
}

const formerAnswer = /^answered (\S+) /;

/** The key of the event that ends an answer from before version 024: nothing else says when that was. */
export function formerAnswerKey(
  { id, version, answered_by: by, answered_at: at }: StoredRecord,
  status: RecordStatus | undefined,
): string | undefined {
  const isEnded = by === "former" && status === initialStatus;
  return isEnded ? `answered ${at} before version ${version} of ${id}` : undefined;
}
