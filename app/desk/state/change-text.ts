import type { DeskPerson, RecordCells } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { statusLabels } from "#domain/record-status.ts";

import type { ChangeSet, RecordEdit } from "./change-records.ts";
import { personName } from "./desk-page.ts";

/** "QK-7F3K9M-2PWD" or "3 records" */
export function recordNames(edits: readonly RecordEdit[]): string {
  const [only] = edits;
  return only !== undefined && edits.length === 1 ? only.record.ref_number : `${edits.length} records`;
}

/** "QK-7F3K9M-2PWD: Completed", and after an undo "Undone. Back to New: QK-7F3K9M-2PWD". */
export function changeText({ edits, isUndo }: ChangeSet, people: readonly DeskPerson[]): string {
  const change = edits[0]?.change ?? {};
  if (!isUndo) return `${recordNames(edits)}: ${cellText(change, people)}`;
  if (edits.length > 1) return `Undone. ${edits.length} records are as they were`;
  const { status } = change;
  return status === undefined
    ? `Undone. ${recordNames(edits)} is as it was`
    : `Undone. Back to ${statusLabels[status]}: ${recordNames(edits)}`;
}

function cellText(change: RecordCells, people: readonly DeskPerson[]): string {
  const { status, owner_id: assignee, snoozed_until: until, order_placed: isOrdered } = change;
  const { duplicate_of: original } = change;
  if (original !== undefined)
    return original === null ? "a record in its own right" : `merged into ${original}`;
  if (status !== undefined) return statusLabels[status];
  if (assignee !== undefined)
    return assignee === null ? "with nobody" : `with ${personName(assignee, people)}`;
  if (until !== undefined)
    return until === null ? "no longer snoozed" : `snoozed until ${formatDay(nzDate(new Date(until)))}`;
  return isOrdered === true ? "order placed" : "no order placed";
}

/** A record that was left as it is. */
export interface UnchangedRecord {
  readonly reference: string;
  readonly isGone: boolean;
  /** The reason; undefined if someone else changed or erased it first. */
  readonly why: string | undefined;
}

/** Says why records were left as they are; `isAll` if the change was about that one alone. */
export function refusedText(refused: readonly UnchangedRecord[], isAll: boolean): string {
  const [first] = refused;
  if (isAll && first !== undefined && first.why === undefined)
    return first.isGone ? messages.recordMissing : messages.recordChanged;
  return [...new Set(refused.map(({ why }) => why))]
    .map((why) => {
      const names = refused.flatMap((one) => (one.why === why ? one.reference : [])).join(", ");
      return why === undefined
        ? `Someone else has changed these records since you opened them. Nothing was overwritten: look at them again before you change them: ${names}`
        : `Not changed: ${names}. ${why}`;
    })
    .join(". ");
}
