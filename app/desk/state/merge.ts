import { messages } from "#domain/messages.ts";
import { initialStatus, isOpenStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import type { Desk } from "./desk.ts";

/** Cancels a record as a repetition of the original; one that is merged and closed becomes new again. */
export function mergeInto(desk: Desk, record: SubmissionRecord, original: string | null): Promise<void> {
  if (record.duplicate_of !== null) return desk.change(record, { duplicate_of: null, ...newAgain(record) });
  if (original !== null && canBeMerged(record))
    return desk.change(record, { duplicate_of: original, status: "cancelled" });
  desk.say(`${record.ref_number} ${whyNotMerged(record, original)}`);
  return Promise.resolve();
}

/** Not once the customer went on with it. */
function newAgain({ status, order_placed: isOrdered }: SubmissionRecord) {
  return isOrdered || isOpenStatus(status) ? {} : { status: initialStatus };
}

function whyNotMerged(record: SubmissionRecord, original: string | null): string {
  if (original === null) return "repeats no earlier record";
  return hasDeal(record) ? messages.dealNotMerged : "is closed or has an order: it is not merged";
}

/** Whether a record is open and its customer can approve nothing of it: merging would cancel it. */
export function canBeMerged(record: SubmissionRecord): boolean {
  const { status, order_placed: isOrdered, duplicate_of: merged } = record;
  return merged === null && !isOrdered && isOpenStatus(status) && !hasDeal(record);
}

function hasDeal({ next_step: step }: SubmissionRecord): boolean {
  return typeof step === "string" && step !== "quote" && step !== "done";
}
