import { CallProblem, isUnreached } from "#app/desk/api/desk-call.ts";
import type { DeskPerson, RecordCells } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { isRecordStatus, statusLabels } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { personName } from "./viewer.ts";

/** A record as the user saw it, and what to change. */
export interface Wish {
  readonly record: SubmissionRecord;
  readonly change: RecordCells;
  /** It takes the user's own latest change back. */
  readonly isUndo?: boolean;
}

/** A change that was made to `record` and left behind `version`. */
export interface ChangeMade extends Wish {
  readonly version: number;
}

/** What the last change did. */
export interface ChangeReport {
  readonly words: string;
  /** Makes every record what it was before; empty if there is nothing to undo. */
  readonly undo: readonly Wish[];
  /** Takes back what is not a change of cells. */
  readonly takeBack?: TakeBack;
  /** When it can no longer be taken back, by `performance.now()`; undefined if that is possible later too. */
  readonly undoEnd?: number;
}

interface TakeBack {
  /** What is taken back: "Reply to QK-7F3K9M-2PWD" */
  readonly what: string;
  /** What is the case afterwards: "Reply to QK-7F3K9M-2PWD was not sent" */
  readonly undone: string;
  readonly run: () => Promise<void>;
}

/** Reports a mail that can be taken back until it leaves, "Sending quote 1 in 10 s"; `areMany` if `what` is a plural. */
export function mailReport(
  what: string,
  undoMs: number,
  run: () => Promise<void>,
  areMany = false,
): ChangeReport {
  const words = `Sending ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  if (undoMs <= 0) return { words, undo: [] };
  const undone = `${what} ${areMany ? "were" : "was"} not sent`;
  return { words, undo: [], takeBack: { what, undone, run }, undoEnd: performance.now() + undoMs };
}

export function changeReport(
  made: readonly ChangeMade[],
  people: readonly DeskPerson[],
): ChangeReport | null {
  const [first] = made;
  if (first === undefined) return null;
  return { words: `${recordNames(made)}: ${changeText(first.change, people)}`, undo: made.map(asUndo) };
}

/** The cells that a change may have. */
export function changeableCells(record: Pick<SubmissionRecord, keyof RecordCells>) {
  const { status, owner_id, snoozed_until, order_placed, duplicate_of } = record;
  return { status, owner_id, snoozed_until, order_placed, duplicate_of };
}

/** Gives the changed cells their former values back. */
function asUndo({ record, change, version }: ChangeMade): Wish {
  const { status, ...others } = changeableCells(record);
  const former = { ...(isRecordStatus(status) && { status }), ...others };
  const cells = Object.entries(former).filter(([name]) => Object.hasOwn(change, name));
  const changed = Object.assign({}, record, change, { version });
  return { record: changed, change: Object.fromEntries(cells), isUndo: true };
}

function changeText(change: RecordCells, people: readonly DeskPerson[]): string {
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

export function undoneReport(made: readonly ChangeMade[]): ChangeReport | null {
  const [first] = made;
  if (first === undefined) return null;
  const { record, change } = first;
  const { ref_number: reference } = record;
  const { status } = change;
  const one =
    status === undefined ? `${reference} is as it was` : `Back to ${statusLabels[status]}: ${reference}`;
  const what = made.length === 1 ? one : `${made.length} records are as they were`;
  return { words: `Undone. ${what}`, undo: [] };
}

/** A record that was not changed. */
export interface Left {
  readonly record: SubmissionRecord;
  readonly isGone: boolean;
  /** In words; null if someone else changed or erased it first. */
  readonly why: string | null;
}

/** Says why records were left as they are; `only` is set if the change was about that one alone. */
export function leftWords(left: readonly Left[], only: Left | undefined): string {
  if (only?.why === null) return only.isGone ? messages.recordMissing : messages.recordChanged;
  const reasons = [...new Set(left.map(({ why }) => why))];
  const namesBy = (reason: string | null) =>
    left.flatMap(({ record, why }) => (why === reason ? record.ref_number : [])).join(", ");
  return reasons.map((why) => reasonWords(why, namesBy(why))).join(". ");
}

function reasonWords(why: string | null, names: string): string {
  return why === null
    ? `Someone else has changed these records since you opened them. Nothing was overwritten: look at them again before you change them: ${names}`
    : `Not changed: ${names}. ${why}`;
}

/** Without a response, a failed change of status has a text of its own (specification, catalogue of errors). */
export function failureOf({ status, order_placed: isOrdered }: RecordCells, error: unknown) {
  const failed = isOrdered === undefined ? messages.unexpected : messages.orderUpdateFailed;
  if (status === undefined) return { error, failed };
  return {
    error: isUnreached(error) ? new CallProblem(messages.statusUpdateFailed) : error,
    failed: messages.statusUpdateFailed,
  };
}

/** "QK-7F3K9M-2PWD" or "3 records" */
export function recordNames(wishes: readonly Wish[]): string {
  const [only] = wishes;
  return only !== undefined && wishes.length === 1 ? only.record.ref_number : `${wishes.length} records`;
}

/** Whether a list may show other records afterwards. */
export function movesRecords(wishes: readonly Wish[]): boolean {
  return wishes.some(({ change }) => Object.keys(change).some((name) => name !== "order_placed"));
}
