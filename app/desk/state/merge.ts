import { initialStatus, isOpenStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import type { Desk } from "./desk.ts";

/** Cancels a record as a repetition of the original; one that is merged already becomes new again. */
export function mergeInto(desk: Desk, record: SubmissionRecord, original: string | null): Promise<void> {
  if (record.duplicate_of !== null) return desk.change(record, { duplicate_of: null, status: initialStatus });
  if (original !== null && canBeMerged(record))
    return desk.change(record, { duplicate_of: original, status: "cancelled" });
  const why = original === null ? "repeats no earlier record" : "is closed or has an order: it is not merged";
  desk.say(`${record.ref_number} ${why}`);
  return Promise.resolve();
}

/** Whether a record is open and led to no order: merging would cancel it. */
export function canBeMerged({
  status,
  order_placed: isOrdered,
  duplicate_of: merged,
}: SubmissionRecord): boolean {
  return merged === null && !isOrdered && isOpenStatus(status);
}
