import { initialStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import type { Desk } from "./desk.ts";

/** Cancels a record as a repetition of the original; one that is merged already becomes new again. */
export function mergeInto(desk: Desk, record: SubmissionRecord, original: string | null): Promise<void> {
  if (record.duplicate_of !== null) return desk.change(record, { duplicate_of: null, status: initialStatus });
  if (original !== null) return desk.change(record, { duplicate_of: original, status: "cancelled" });
  desk.say(`${record.ref_number} repeats no earlier record`);
  return Promise.resolve();
}
