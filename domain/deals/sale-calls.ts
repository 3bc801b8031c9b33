import { call } from "#domain/call.ts";

import type { Preview, QuoteSent } from "./deal-wire.ts";
import type { Bought, RecordedPurchase, SaleForDesk, saleRequests, YardMachine } from "./sale-wire.ts";
import type { Photo } from "./sale.ts";

type SaleRequests = typeof saleRequests;

/** The calls of staff about photos and about machines that we buy (deals.md section 8). */
export const saleCalls = {
  photo: call("GET", "/functions/v1/photo"), // + `/<id>`, with `?w=320` for the small one.
  photoRemoval: call<{ id: string }>("DELETE", "/functions/v1/photo"),
  photoRequest: call<SaleRequests["photos"]>("POST", "/functions/v1/photo-request", { needsKey: true }),
  quotePhotos: call<{ ref: string }, { photos: readonly Photo[] }>("GET", "/functions/v1/quote-photo"),
  quotePhoto: call<FormData, { photos: readonly string[] }>("POST", "/functions/v1/quote-photo"),
  quotePhotoRemoval: call<{ id: string }>("DELETE", "/functions/v1/quote-photo"),
  offer: call<{ ref: string }, SaleForDesk>("GET", "/functions/v1/offer"),
  offerPreview: call<SaleRequests["send"], Preview>("POST", "/functions/v1/offer-preview"),
  offerSend: call<SaleRequests["send"], QuoteSent>("POST", "/functions/v1/offer-send", { needsKey: true }),
  offerUndo: call<SaleRequests["version"]>("POST", "/functions/v1/offer-undo"),
  offerWithdraw: call<SaleRequests["version"]>("POST", "/functions/v1/offer-withdraw"),
  offerExtend: call<SaleRequests["extend"], QuoteSent>("POST", "/functions/v1/offer-extend", {
    needsKey: true,
  }),
  offerResend: call<SaleRequests["version"]>("POST", "/functions/v1/offer-resend"),
  pickUp: call<SaleRequests["pickUp"]>("POST", "/functions/v1/pick-up"),
  purchase: call<SaleRequests["purchase"], Bought>("POST", "/functions/v1/purchase", { needsKey: true }),
  purchaseRecord: call<{ ref: string; as: "json" }, RecordedPurchase>("GET", "/functions/v1/purchase-record"),
  yard: call<{ readonly ended?: "1" }, { machines: readonly YardMachine[] }>("GET", "/functions/v1/yard"),
  yardLabel: call<{ number: string }>("GET", "/functions/v1/yard-label"),
} as const;

/** Where the staff see a photo; for `file_urls`, too. */
export const photoUrl = (id: string) => `${saleCalls.photo.path}/${id}`;
