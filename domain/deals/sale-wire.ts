import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";

import { dealRequests, type DealTools, type ShownVersion } from "./deal-wire.ts";
import type { DealMessage } from "./deal.ts";
import { offerFields } from "./offer.ts";
import { shotNames } from "./photos.ts";
import { type Purchase, purchaseFields } from "./purchase.ts";
import { optionalText, wordsMost } from "./quote.ts";
import { pickUpChangeNames, type SaleAction } from "./sale-states.ts";
import type { BoughtMachine, Machine, OfferVersion, Photos, PickUp } from "./sale.ts";
import type { MachineFigures } from "./stock-figures.ts";

export interface ShownMachine extends Machine {
  readonly days_to_go: number; // 0 once its hold has ended.
}

/** A row of the yard. */
export type YardMachine = ShownMachine & MachineFigures;

/** The newest record of a purchase, and the machine. */
export interface Bought {
  readonly id: string;
  readonly at: string;
  readonly paid_by: Purchase["paid_by"]; // Null if it can't be read.
  readonly machine: BoughtMachine & ShownMachine;
}

/** The dealer's record as it holds now. */
export interface RecordedPurchase {
  readonly id: string;
  readonly purchase: Purchase;
}

export interface SaleForDesk extends DealTools<SaleAction> {
  readonly versions: readonly ShownVersion<OfferVersion>[]; // Oldest first.
  readonly pick_up: (PickUp & { readonly bank_account: string | null }) | null; // The newest.
  readonly photos: Photos;
  readonly purchase: Bought | null;
  readonly messages: readonly DealMessage[]; // Oldest first.
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
