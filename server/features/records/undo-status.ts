import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { Answer } from "./derived-columns.ts";
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
  return { key: undoneKey(undone.id), answer: replayAnswer(calendar, record.created_at, others) };
}
