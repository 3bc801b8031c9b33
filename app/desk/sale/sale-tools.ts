import type { DealProps } from "#app/desk/deal/deal-call.ts";
import { type SaleAction, saleActions } from "#domain/deals/sale-states.ts";
import type { SaleForDesk } from "#domain/deals/sale-wire.ts";
import type { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

export type VehicleRecord = SubmissionRecord<typeof vehicleSubmission>;

export type SaleProps = DealProps<VehicleRecord, SaleForDesk>;

export interface SaleFormProps extends SaleProps {
  readonly onClose: () => void;
}

export function labelOf(action: SaleAction, { pick_up: pickUp }: SaleForDesk): string {
  return action === "missed" && pickUp?.from === null ? "Arrange the time" : saleActions[action];
}

/** What the seller wants instead of the newest offer, if that is so. */
export function counterOf({ messages, versions }: SaleForDesk): SaleForDesk["messages"][number] | null {
  const last = versions.at(-1)?.undo_until ?? "";
  return messages.findLast(({ kind, at }) => kind === "counter" && at >= last) ?? null;
}
