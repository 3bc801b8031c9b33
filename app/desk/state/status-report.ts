import { changeRecords } from "#app/desk/api/desk.ts";
import { bulkMost } from "#domain/desk.ts";
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
  /** Those that somebody else has changed or erased: they stay as they are. */
  readonly left: readonly SubmissionRecord[];
  /** Why the rest was not sent, or not answered. */
  readonly failure: { readonly error: unknown } | null;
}

/**
 * Gives the records their statuses, apart from those that have theirs already. `isLatest` tells whether nothing
 * newer is known of a record than what somebody saw.
 */
export function giveStatuses(
  asked: readonly StatusWish[],
  queue: ChangeQueue,
  isLatest: (record: SubmissionRecord) => boolean,
): Promise<StatusesGiven> {
  const records = asked.map(({ record }) => record);
  return queue.together(records, () => {
    const current = asked.map(({ record, status }) => ({ record: queue.newest(record), status }));
    return sendStatuses(
      current.filter(({ record, status }) => record.status !== status || !isLatest(record)),
      queue,
    );
  });
}

/** Sends as many at once as the server takes. What was sent before a failure counts. */
async function sendStatuses(wishes: readonly StatusWish[], queue: ChangeQueue): Promise<StatusesGiven> {
  const made: StatusMade[] = [];
  const left: SubmissionRecord[] = [];
  for (let sent = 0; sent < wishes.length; sent += bulkMost) {
    const batch = wishes.slice(sent, sent + bulkMost);
    try {
      const outcomes = await changeRecords(batch.map(asChange));
      for (const [index, wish] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome?.kind !== "changed") left.push(wish.record);
        else made.push(follow(queue, wish, outcome.version));
      }
    } catch (error) {
      return { made, left, failure: { error } };
    }
  }
  return { made, left, failure: null };
}

function asChange({ record, status }: StatusWish) {
  return { reference: record.ref_number, version: record.version, status };
}

function follow(queue: ChangeQueue, wish: StatusWish, version: number): StatusMade {
  queue.follows(wish.record.version, { status: wish.status, version });
  return { ...wish, version };
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
