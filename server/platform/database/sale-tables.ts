import type {
  Machine,
  OfferVersion,
  Photo,
  PhotoRequest,
  PickUp,
  SealedPurchase,
} from "#domain/deals/sale.ts";
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
  purchases: SealedPurchase;
}

export interface PhotoRow extends Omit<Photo, "url"> {
  ref_number: string;
  kind: "visitor" | "part"; // `part`: taken by staff for a line of a quote.
  bytes: number; // Size of the large file.
  preview_bytes: number;
  user_id: string | null; // Unset for visitors.
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

export interface PhotoRequestRow extends Omit<PhotoRequest, "shots" | "missing"> {
  ref_number: string;
  shots: string; // JSON: names of shots.
  user_id: string;
}

/** A sent version. Triggers refuse every change but that of `state` and `changed_at`. */
export interface OfferRow extends Omit<OfferVersion, "state" | "content" | "isPending" | "mail"> {
  state: StoredVersionState; // `approved`: accepted.
  content: string; // Canonical JSON (RFC 8785).
}

/** At most one for each reference that is not cancelled. */
export interface PickUpRow extends Omit<PickUp, "from" | "to" | "gst_registered"> {
  ref_number: string;
  from_at: string | null;
  until_at: string | null;
  account: string | null; // The seller's bank account, sealed with the key of LINK_SECRET, bound to the id.
  is_gst_registered: Flag;
  changed_at: string;
}

export interface MachineRow extends Omit<Machine, "ref"> {
  ref_number: string | null;
}
