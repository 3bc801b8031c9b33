import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";

import { dealRequests, type DealTools, type ShownVersion } from "./deal-wire.ts";
import type { Cents } from "./money.ts";
import { offerFields } from "./offer.ts";
import { shotNames } from "./photos.ts";
import { type GstKind, type Purchase, purchaseFields } from "./purchase.ts";
import { optionalText, wordsMost } from "./quote.ts";
import { type PayWay, pickUpChangeNames, type PickUpState, type SaleAction } from "./sale-states.ts";
import type { OfferVersion } from "./sale.ts";
import type { messageKinds } from "./stage.ts";

interface Photo {
  readonly id: string;
  readonly shot: string | null;
  readonly url: string;
  readonly at: string;
}

export interface Photos {
  readonly list: readonly Photo[];
  /** The newest request for photos, with those that have not come since. */
  readonly wanted: {
    readonly number: number;
    readonly shots: readonly string[];
    readonly missing: readonly string[];
    readonly at: string;
  } | null;
}

/** A photo of a part, for the lines of the draft. */
export interface PartPhoto extends Photo {
  readonly sha256: string;
}

export interface PickUp {
  readonly id: string;
  readonly number: number; // Of the accepted offer.
  readonly state: PickUpState;
  readonly from: string | null; // Null until a time is arranged. Of one that is done, its day counts.
  readonly to: string | null;
  readonly pay: PayWay;
  readonly bank_account: string | null;
  readonly gst_registered: boolean;
  readonly accepted_at: string;
}

/** The machine without the seller: the dealer's record is a page of its own. */
export interface Machine {
  readonly number: number;
  readonly ref: string;
  readonly name: string;
  readonly vin: string | null;
  readonly registration: string | null;
  readonly gst: GstKind;
  readonly price_cents: Cents;
  readonly bought_on: string;
  readonly hold_until: string; // The last day of the hold.
  readonly days_to_go: number; // 0 once it has ended.
}

/** The newest record of a purchase, and the machine. */
export interface Bought {
  readonly id: string;
  readonly at: string;
  readonly paid_by: Purchase["paid_by"]; // Null if it can't be read.
  readonly machine: Machine;
}

/** The dealer's record as it holds now. */
export interface RecordedPurchase {
  readonly id: string;
  readonly purchase: Purchase;
}

export interface Sale extends DealTools<SaleAction> {
  readonly versions: readonly ShownVersion<OfferVersion>[]; // Oldest first.
  readonly pick_up: PickUp | null; // The newest.
  readonly photos: Photos;
  readonly purchase: Bought | null;
  readonly messages: readonly {
    readonly id: string;
    readonly kind: (typeof messageKinds)[number];
    readonly words: string | null;
    readonly amount_cents: Cents | null;
    readonly at: string;
  }[];
  readonly link: string;
  readonly stage: string; // What the seller's page says.
}

const ref = v.string();
export const saleRequests = {
  photos: v.object({
    ref,
    shots: v.pipe(
      v.array(v.picklist(shotNames)),
      v.minLength(1, "Choose at least one photo"),
      v.maxLength(9),
      v.transform((shots) => [...new Set(shots)]),
    ),
    words: optionalText(wordsMost),
  }),
  send: v.object({ ref, ...offerFields }),
  version: dealRequests.version, // offer-undo, offer-withdraw, offer-resend
  extend: dealRequests.extend,
  pickUp: v.object({
    ref,
    change: v.picklist(pickUpChangeNames),
    when: v.optional(
      v.nullable(
        v.union([
          v.pipe(
            v.string(),
            v.isoTimestamp(),
            v.check((text) => !Number.isNaN(Date.parse(text))),
            v.transform((text) => new Date(text).toISOString()),
          ),
          v.pipe(v.string(), v.check(isCalendarDate)),
        ]),
      ),
      null,
    ),
  }),
  purchase: v.object({ ref, ...purchaseFields, corrects: v.optional(v.nullable(v.string()), null) }),
} as const;
