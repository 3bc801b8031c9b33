import type { GstKind } from "#domain/deals/purchase.ts";
import type { PayWay, PickUpState } from "#domain/deals/sale-states.ts";
import type { OfferVersion } from "#domain/deals/sale.ts";
import type { StoredVersionState } from "#domain/deals/stage.ts";

import type { Flag } from "./deal-tables.ts";

/** Photos, and what follows when somebody sells us a machine (deals.md section 8). Amounts are cents. */
export interface SaleTables {
  photos: PhotoRow;
  photo_uploads: PhotoUploadRow;
  photo_pieces: PhotoPieceRow;
  photo_requests: PhotoRequestRow;
  /** Photos whose files must go: a trigger adds each deleted photo, and code that writes files names them first. */
  photo_removals: { id: string; due_at: string | null }; // Due now if null, and no file is kept under the id until the removal.
  stray_photos: { id: string; seen_at: string };
  offers: OfferRow;
  pick_ups: PickUpRow;
  machines: MachineRow;
  purchases: PurchaseRow;
}

/** A photo as we keep it. Its two files are in the photo store under its id. */
export interface PhotoRow {
  id: string; // A visitor's photo has the id that the phone gave it.
  ref_number: string;
  kind: "visitor" | "part"; // `part`: taken by staff for a line of a quote.
  shot: string | null;
  sha256: string; // Hash of the large file, in lower-case hex.
  bytes: number; // Size of the large file.
  preview_bytes: number;
  at: string;
  user_id: string | null; // Unset for visitors.
  opened_at: string | null; // When staff first looked at the large one.
}

/** A photo that is being received. Its row stays for some days, so that the same id is never two photos. */
export interface PhotoUploadRow {
  id: string;
  ref_number: string;
  shot: string | null;
  size: number;
  received: number; // How many of its bytes are in `photo_pieces`.
  state: "open" | "kept" | "refused"; // Only an open one has pieces.
  problem: string | null; // Why it was refused, in words for the visitor.
  created_at: string;
  changed_at: string;
}

export interface PhotoPieceRow {
  upload_id: string;
  position: number; // Offset of the first byte.
  content: Uint8Array;
}

/** A request by staff for photos. */
export interface PhotoRequestRow {
  ref_number: string;
  number: number;
  shots: string; // JSON: names of shots.
  words: string | null;
  at: string;
  user_id: string;
}

/** A sent version. Triggers refuse every change but that of `state` and `changed_at`. */
export interface OfferRow extends Omit<OfferVersion, "state" | "content" | "isPending" | "mail"> {
  state: StoredVersionState; // `approved`: accepted.
  content: string; // Canonical JSON (RFC 8785).
}

/** An accepted offer. At most one for each reference that is not cancelled. */
export interface PickUpRow {
  id: string;
  ref_number: string;
  number: number; // The accepted offer.
  state: PickUpState;
  from_at: string | null; // Set once a time is arranged.
  until_at: string | null;
  pay: PayWay;
  account: string | null; // The seller's bank account, sealed with the key of LINK_SECRET, bound to the id.
  is_gst_registered: Flag;
  accepted_at: string;
  changed_at: string;
}

/** A machine in the yard, without anything about its seller. */
export interface MachineRow {
  number: number; // No gaps: it is on the label, and in the dealer's record.
  ref_number: string;
  name: string; // Year, make and model.
  vin: string | null;
  registration: string | null;
  gst: GstKind;
  price_cents: number;
  bought_on: string; // A day in New Zealand.
  hold_until: string; // A day in New Zealand, the last one of the hold.
}

/** The dealer's record (Secondhand Dealers and Pawnbrokers Act 2004, section 42). A trigger refuses every change. */
export interface PurchaseRow {
  id: string;
  ref_number: string;
  machine_number: number;
  sealed: string; // All its fields as JSON, sealed with the key of LINK_SECRET, bound to the id.
  bought_on: string;
  price_cents: number;
  gst: GstKind;
  at: string;
  user_id: string;
  corrects: string | null; // The id of the record before it.
}
