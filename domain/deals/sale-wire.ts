import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import { call } from "#domain/call.ts";

import { dealRequests, type Preview, type QuoteSent, versionFields } from "./deal-wire.ts";
import { offerContentSchema, offerFields } from "./offer.ts";
import { shotNames } from "./photos.ts";
import { gstKindNames, purchaseFields } from "./purchase.ts";
import { optionalText, wordsMost } from "./quote.ts";
import { payWays, pickUpChangeNames, pickUpStates } from "./sale-states.ts";
import { messageKinds } from "./stage.ts";

type Requests = typeof saleRequests;

/** The calls of staff about photos and about machines that we buy (deals.md section 8). */
export const saleCalls = {
  photo: call("GET", "/functions/v1/photo"), // + `/<id>`, with `?w=320` for the small one.
  photoRemoval: call<{ id: string }>("DELETE", "/functions/v1/photo"),
  photoRequest: call<Requests["photos"]>("POST", "/functions/v1/photo-request", { needsKey: true }),
  quotePhotos: call<{ ref: string }, PartPhotos>("GET", "/functions/v1/quote-photo"),
  quotePhoto: call<FormData, { photos: string[] }>("POST", "/functions/v1/quote-photo"),
  quotePhotoRemoval: call<{ id: string }>("DELETE", "/functions/v1/quote-photo"),
  offer: call<{ ref: string }, Sale>("GET", "/functions/v1/offer"),
  offerPreview: call<Requests["send"], Preview>("POST", "/functions/v1/offer-preview"),
  offerSend: call<Requests["send"], QuoteSent>("POST", "/functions/v1/offer-send", { needsKey: true }),
  offerUndo: call<Requests["version"]>("POST", "/functions/v1/offer-undo"),
  offerWithdraw: call<Requests["version"]>("POST", "/functions/v1/offer-withdraw"),
  offerExtend: call<Requests["extend"], QuoteSent>("POST", "/functions/v1/offer-extend", { needsKey: true }),
  offerResend: call<Requests["version"]>("POST", "/functions/v1/offer-resend"),
  pickUp: call<Requests["pickUp"]>("POST", "/functions/v1/pick-up"),
  purchase: call<Requests["purchase"]>("POST", "/functions/v1/purchase", { needsKey: true }),
  purchaseRecord: call<{ ref: string }>("GET", "/functions/v1/purchase-record"),
  yard: call<object, { machines: Machine[] }>("GET", "/functions/v1/yard"),
  yardLabel: call<{ number: string }>("GET", "/functions/v1/yard-label"),
} as const;

/** Where the staff see a photo; for `file_urls`, too. */
export const photoUrl = (id: string) => `${saleCalls.photo.path}/${id}`;

const photoSchema = v.object({
  id: v.string(),
  shot: v.nullable(v.string()),
  url: v.string(),
  at: v.string(),
});

/** The newest request for photos. */
const photoRequestSchema = v.object({
  number: v.number(),
  shots: v.array(v.string()),
  missing: v.array(v.string()), // Those that have not come since.
  at: v.string(),
});

export const photosSchema = v.object({ list: v.array(photoSchema), wanted: v.nullable(photoRequestSchema) });
export type Photos = v.InferOutput<typeof photosSchema>;

/** GET `quote-photo?ref=`: photos of parts by their SHA-256, for the lines of the draft. */
export const partPhotosSchema = v.object({
  photos: v.array(v.object({ ...photoSchema.entries, sha256: v.string() })),
});
export type PartPhotos = v.InferOutput<typeof partPhotosSchema>;

const offerVersionSchema = v.object({
  ...versionFields, // Its state is `approved` once it is accepted.
  content: offerContentSchema,
  amount_cents: v.number(),
});
export type OfferVersion = v.InferOutput<typeof offerVersionSchema>;

const pickUpSchema = v.object({
  id: v.string(),
  number: v.number(), // Of the accepted offer.
  state: v.picklist(pickUpStates),
  from: v.nullable(v.string()), // Null until a time is arranged. Of one that is done, its day counts.
  to: v.nullable(v.string()),
  pay: v.picklist(payWays),
  bank_account: v.nullable(v.string()),
  gst_registered: v.boolean(),
  accepted_at: v.string(),
});
export type PickUp = v.InferOutput<typeof pickUpSchema>;

/** Of the machine, without the seller: the dealer's record is a page of its own. */
export const machineSchema = v.object({
  number: v.number(),
  ref: v.string(),
  name: v.string(),
  vin: v.nullable(v.string()),
  registration: v.nullable(v.string()),
  gst: v.picklist(gstKindNames),
  price_cents: v.number(),
  bought_on: v.string(),
  hold_until: v.string(), // The last day of the hold.
  days_to_go: v.number(), // 0 once it has ended.
});
export type Machine = v.InferOutput<typeof machineSchema>;

/** The newest record of a purchase, and the machine. POST `purchase` returns it, too. */
export const boughtSchema = v.object({
  id: v.string(),
  at: v.string(),
  paid_by: purchaseFields.paid_by, // Null if it can't be read.
  machine: machineSchema,
});
export type Bought = v.InferOutput<typeof boughtSchema>;

/** GET `offer?ref=`. */
export const saleSchema = v.object({
  versions: v.array(offerVersionSchema), // Oldest first.
  pick_up: v.nullable(pickUpSchema), // The newest.
  photos: photosSchema,
  purchase: v.nullable(boughtSchema),
  messages: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(messageKinds),
      words: v.nullable(v.string()),
      amount_cents: v.nullable(v.number()),
      at: v.string(),
    }),
  ),
  link: v.string(),
  stage: v.string(), // What the seller's page says.
  next: v.nullable(v.string()), // The obvious one of `saleActions`.
  may: v.array(v.string()), // All that are possible now.
});
export type Sale = v.InferOutput<typeof saleSchema>;

export const yardSchema = v.object({ machines: v.array(machineSchema) });

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
