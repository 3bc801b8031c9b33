import type { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import type { DealMessage, SentVersion } from "./deal.ts";
import type { Cents } from "./money.ts";
import type { OfferContent } from "./offer.ts";
import type { GstKind } from "./purchase.ts";
import type { PayWay, PickUpState } from "./sale-states.ts";

/** Everything about a machine that somebody offers us, as one transaction sees it. */
export interface Sale {
  readonly submission: typeof vehicleSubmission;
  readonly reference: string;
  readonly record: SubmissionRecord<typeof vehicleSubmission>;
  readonly generation: number;
  readonly versions: readonly OfferVersion[]; // Oldest first.
  readonly pickUps: readonly PickUp[]; // Oldest first; at most the last one is not cancelled.
  readonly messages: readonly DealMessage[]; // Oldest first.
  readonly photos: Photos;
  readonly purchases: readonly SealedPurchase[]; // Oldest first: the last one holds.
  readonly machine: BoughtMachine | null;
}

export interface OfferVersion extends SentVersion {
  readonly content: OfferContent; // Its state is `approved` once it is accepted.
  readonly amount_cents: Cents;
}

/** An accepted offer. The seller's bank account stays sealed in its row. */
export interface PickUp {
  readonly id: string;
  readonly number: number; // Of the accepted offer.
  readonly state: PickUpState;
  readonly from: string | null; // Null until a time is arranged. Of one that is done, its day counts.
  readonly to: string | null;
  readonly pay: PayWay;
  readonly gst_registered: boolean;
  readonly accepted_at: string;
}

/** A photo of a machine or a part. Its two files are in the photo store under its id. */
export interface Photo {
  readonly id: string; // A visitor's photo has the id that the phone gave it.
  readonly shot: string | null;
  readonly sha256: string; // Hash of the large file, in lower-case hex.
  readonly url: string; // Where staff see it.
  readonly at: string;
  readonly opened_at: string | null; // When staff first looked at the large one.
}

export interface Photos {
  readonly list: readonly Photo[]; // Oldest first.
  readonly wanted: PhotoRequest | null; // The newest.
}

/** A request by staff for photos, with the shots that have not come since. */
export interface PhotoRequest {
  readonly number: number;
  readonly shots: readonly string[];
  readonly missing: readonly string[];
  readonly words: string | null;
  readonly at: string;
}

/** A machine in the yard, without anything about its seller: the dealer's record is a page of its own. */
export interface Machine {
  readonly number: number; // No gaps: it is on the label, and in the dealer's record.
  readonly ref: string | null; // Null if it stood in the yard before: without purchase and hold.
  readonly name: string; // Year, make and model.
  readonly make: string;
  readonly model: string;
  readonly year: number | null;
  readonly vehicle_type: "ATV" | "Motorcycle";
  readonly vin: string | null;
  readonly registration: string | null;
  readonly gst: GstKind | null;
  readonly price_cents: Cents | null;
  readonly bought_on: string | null; // A day in New Zealand.
  readonly hold_until: string | null; // A day in New Zealand, the last one of the hold.
  readonly state: MachineState;
  readonly note: string;
}

/** The machine that somebody offers us, as it stands in the yard once we have bought it. */
export function offeredMachine({ record }: Sale) {
  const { make, model, year, vehicle_type } = record;
  return { make, model, year, vehicle_type, state: "standing", note: "" } as const;
}

/** A machine that we bought: the last record of its purchase says so. */
export interface BoughtMachine extends Machine {
  readonly ref: string;
  readonly gst: GstKind;
  readonly price_cents: Cents;
  readonly bought_on: string;
  readonly hold_until: string;
}

/** In the yard it stands until nothing of it is left, or it goes as a whole. */
export const machineStates = {
  standing: "In the yard",
  stripped: "Stripped",
  sold: "Sold whole",
  gone: "Gone",
} as const;
export type MachineState = keyof typeof machineStates;

/** The dealer's record (Secondhand Dealers and Pawnbrokers Act 2004, section 42). A trigger refuses every change. */
export interface SealedPurchase {
  readonly id: string;
  readonly ref_number: string;
  readonly machine_number: number;
  readonly sealed: string; // All its fields as JSON, sealed with the key of LINK_SECRET, bound to the id.
  readonly bought_on: string;
  readonly price_cents: Cents;
  readonly gst: GstKind;
  readonly at: string;
  readonly user_id: string;
  readonly corrects: string | null; // The id of the record before it.
}
