import { changeStatuses } from "#app/api/desk.ts";
import { bulkMost, type StatusOutcome } from "#domain/desk.ts";
import { isRecordStatus, type RecordStatus, statusLabels } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import type { ChangeQueue } from "./change-queue.ts";

/** A record, as somebody sees it, and the status it shall have. */
export interface StatusWish {
  readonly record: SubmissionRecord;
  readonly status: RecordStatus;
}

/** A status that was given; `record` is how it stood before. */
export interface StatusMade extends StatusWish {
  readonly version: number;
}

/** What the last change of a status did. */
export interface StatusReport {
  readonly words: string;
  /** Gives every record the status that it had; empty where there is nothing to undo. */
  readonly undo: readonly StatusWish[];
}

interface StatusesGiven {
  readonly made: readonly StatusMade[];
  readonly left: readonly SubmissionRecord[];
}

/**
 * Gives the records their statuses, but for those that have theirs already. `left` are those that somebody
 * else has changed or erased: they stay as they are.
 */
export function giveStatuses(asked: readonly StatusWish[], queue: ChangeQueue): Promise<StatusesGiven> {
  const records = asked.map(({ record }) => record);
  return queue.together(records, () => {
    const current = asked.map(({ record, status }) => ({ record: queue.newest(record), status }));
    return sendStatuses(
      current.filter(({ record, status }) => record.status !== status),
      queue,
    );
  });
}

async function sendStatuses(wishes: readonly StatusWish[], queue: ChangeQueue): Promise<StatusesGiven> {
  const outcomes: StatusOutcome[] = [];
  for (let sent = 0; sent < wishes.length; sent += bulkMost) {
    const changes = wishes.slice(sent, sent + bulkMost).map(({ record, status }) => ({
      reference: record.ref_number,
      version: record.version,
      status,
    }));
    const answers = await changeStatuses(changes);
    answers.forEach(({ kind, version }, index) => {
      const change = changes[index];
      if (kind === "changed" && change !== undefined)
        queue.follows(change.version, { status: change.status, version });
    });
    outcomes.push(...answers);
  }
  return {
    made: wishes.flatMap((wish, index) => {
      const outcome = outcomes[index];
      return outcome?.kind === "changed" ? [{ ...wish, version: outcome.version }] : [];
    }),
    left: wishes.filter((_, index) => outcomes[index]?.kind !== "changed").map(({ record }) => record),
  };
}

export function statusReport(made: readonly StatusMade[]): StatusReport | null {
  const [first] = made;
  if (first === undefined) return null;
  const what = made.length === 1 ? first.record.ref_number : `${made.length} records`;
  return {
    words: `${what}: ${statusLabels[first.status]}`,
    undo: made.flatMap(({ record, status, version }) =>
      isRecordStatus(record.status)
        ? [{ record: Object.assign({}, record, { status, version }), status: record.status }]
        : [],
    ),
  };
}

export function undoneReport(made: readonly StatusMade[]): StatusReport | null {
  if (made.length === 0) return null;
  const what = made.length === 1 ? "the record has its" : `${made.length} records have their`;
  return { words: `Undone: ${what} former status`, undo: [] };
}

/** Why some records were left out. */
export function leftWords(left: readonly SubmissionRecord[]): string {
  const names = left.map(({ ref_number: reference }) => reference).join(", ");
  return `Somebody else has changed these records meanwhile. Nothing was overwritten: look at them again before you change them: ${names}`;
}
