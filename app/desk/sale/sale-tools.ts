import { deskSend, undoableCall } from "#app/desk/api/desk-call.ts";
import { mailToast, type Toast } from "#app/desk/state/notices.ts";
import type { CommandName } from "#app/desk/ui/commands.tsx";
import type { Call } from "#domain/call.ts";
import type { QuoteSent } from "#domain/deals/deal-wire.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { type SaleAction, saleActions } from "#domain/deals/sale-states.ts";
import type { OfferVersion, Sale } from "#domain/deals/sale-wire.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

export type VehicleRecord = SubmissionRecord<typeof vehicleSubmission>;

/** Null for the records of other forms. */
export function asVehicleRecord(submission: Submission, record: SubmissionRecord): VehicleRecord | null {
  if (submission.table !== vehicleSubmission.table) return null;
  return recordListParser(vehicleSubmission)([record])[0] ?? null;
}

export interface SaleProps {
  readonly record: VehicleRecord;
  readonly sale: Sale;
}

export interface SaleFormProps extends SaleProps {
  readonly onClose: () => void;
}

/** Their keys are those of what is alike about a quote. */
export const saleKeys: Readonly<Partial<Record<SaleAction, CommandName>>> = {
  photos: "photos",
  offer: "quote",
  extend: "extend",
  pick_up: "parcel",
  purchase: "payment",
};

export function labelOf(action: SaleAction, { pick_up: pickUp }: Sale): string {
  return action === "missed" && pickUp?.from === null ? "Arrange the time" : saleActions[action];
}

const nzClock = { timeZone: "Pacific/Auckland", hour: "2-digit", minute: "2-digit" } as const;

/** "09:00" */
export const clockTime = (moment: string) => new Date(moment).toLocaleTimeString("en-GB", nzClock);

/** The offer that is out, or was the last one. */
export function newestOffer({ versions }: Pick<Sale, "versions">): OfferVersion | null {
  return versions.findLast(({ state }) => state !== "superseded") ?? null;
}

/** What the seller wants instead of the newest offer, if that is so. */
export function counterOf({ messages, versions }: Sale): Sale["messages"][number] | null {
  const last = versions.at(-1)?.undo_until ?? "";
  return messages.findLast(({ kind, at }) => kind === "counter" && at >= last) ?? null;
}

/** For what can be taken back until it leaves. */
function saying<Body extends { readonly ref: string }>(send: Call<Body, QuoteSent>) {
  return async (body: Body, key: string): Promise<Toast> => {
    const { number, undo_ms: undoMs } = await undoableCall(send, body, { key });
    const { ref } = body;
    return mailToast(`Offer ${number} for ${ref}`, undoMs, () =>
      deskSend(saleCalls.offerUndo, { ref, number }),
    );
  };
}

export const sendAndSay = saying(saleCalls.offerSend);
export const extendAndSay = saying(saleCalls.offerExtend);
