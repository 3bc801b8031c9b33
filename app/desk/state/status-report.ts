import type { RecordCells } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { isRecordStatus, statusLabels } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

/** A record as the user saw it, and what to change. */
export interface Wish {
  readonly record: SubmissionRecord;
  readonly change: RecordCells;
}

/** A change that was made to `record` and left behind `version`. */
export interface ChangeMade extends Wish {
  readonly version: number;
}

/** What the last change of status did. */
export interface StatusReport {
  readonly words: string;
  /** Gives every record its former status back; empty if there is nothing to undo. */
  readonly undo: readonly Wish[];
}

export function statusReport(made: readonly ChangeMade[]): StatusReport | null {
  const [first] = made;
  const status = first?.change.status;
  if (first === undefined || status === undefined) return null;
  const what = made.length === 1 ? first.record.ref_number : `${made.length} records`;
  const undo = made.flatMap(({ record, change, version }) =>
    isRecordStatus(record.status)
      ? [{ record: Object.assign({}, record, change, { version }), change: { status: record.status } }]
      : [],
  );
  return { words: `${what}: ${statusLabels[status]}`, undo };
}

export function undoneReport(made: readonly ChangeMade[]): StatusReport | null {
  if (made.length === 0) return null;
  const what = made.length === 1 ? "the record has its" : `${made.length} records have their`;
  return { words: `Undone: ${what} former status`, undo: [] };
}

/** A record that was not changed because someone else changed or erased it first. */
export interface Left {
  readonly record: SubmissionRecord;
  readonly isGone: boolean;
}

/** Says why records were left as they are; `only` is set if the change was about that one alone. */
export function leftWords(left: readonly Left[], only: Left | undefined): string {
  if (only !== undefined) return only.isGone ? messages.recordMissing : messages.recordChanged;
  const names = left.map(({ record }) => record.ref_number).join(", ");
  return `Someone else has changed these records since you opened them. Nothing was overwritten: look at them again before you change them: ${names}`;
}
