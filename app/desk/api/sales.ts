import * as v from "valibot";

import { type Preview, previewSchema, quoteSentSchema } from "#domain/deals/deal-wire.ts";
import { purchaseFields } from "#domain/deals/purchase.ts";
import {
  type Machine,
  partPhotosSchema,
  saleEndpoints,
  type saleRequests,
  yardSchema,
} from "#domain/deals/sale-wire.ts";

import { type QuoteSent, sendTo } from "./deals.ts";
import { deskCall, deskSend, undoableCall } from "./desk-call.ts";

type Requests = typeof saleRequests;
type Request<Name extends keyof Requests> = v.InferInput<Requests[Name]>;

type Send<Name extends keyof Requests> = (body: Request<Name>, key: string) => Promise<void>;

export const askForPhotos: Send<"photos"> = sendTo(saleEndpoints.photoRequest);
export const undoOffer: (body: Request<"version">) => Promise<void> = sendTo(saleEndpoints.offerUndo);
export const withdrawOffer: Send<"version"> = sendTo(saleEndpoints.offerWithdraw);
export const resendOffer: Send<"version"> = sendTo(saleEndpoints.offerResend);
export const changePickUp: Send<"pickUp"> = sendTo(saleEndpoints.pickUp);
export const recordPurchase: Send<"purchase"> = sendTo(saleEndpoints.purchase);

function sendOfferTo<Name extends "send" | "extend">(path: string) {
  return (body: Request<Name>, key: string): Promise<QuoteSent> =>
    undoableCall(quoteSentSchema, path, { method: "POST", body, key });
}

export const sendOffer = sendOfferTo<"send">(saleEndpoints.offerSend);
export const extendOffer = sendOfferTo<"extend">(saleEndpoints.offerExtend);

/** The mail and the page exactly as they would be sent. */
export function previewOffer(body: Request<"send">): Promise<Preview> {
  return deskCall(previewSchema, saleEndpoints.offerPreview, { method: "POST", body });
}

const recordedSchema = v.object({ id: v.string(), purchase: v.object(purchaseFields) });
export type RecordedPurchase = v.InferOutput<typeof recordedSchema>;

/** The dealer's record as it holds now. The audit list names each view. */
export function purchaseOf(ref: string): Promise<RecordedPurchase> {
  const query = new URLSearchParams({ ref, as: "json" });
  return deskCall(recordedSchema, `${saleEndpoints.purchaseRecord}?${query}`);
}

/** The machines in the yard. */
export async function yardMachines(): Promise<readonly Machine[]> {
  return (await deskCall(yardSchema, saleEndpoints.yard)).machines;
}

export type PartPhoto = v.InferOutput<typeof partPhotosSchema>["photos"][number];

/** The photos of parts that belong to a quote. */
export async function partPhotos(ref: string): Promise<readonly PartPhoto[]> {
  return (await deskCall(partPhotosSchema, `${saleEndpoints.quotePhoto}?${new URLSearchParams({ ref })}`))
    .photos;
}

/** One that the customer has sent. */
export function removePhoto(id: string): Promise<void> {
  return deskSend(`${saleEndpoints.photo}?${new URLSearchParams({ id })}`, { method: "DELETE" });
}

export function removePartPhoto(id: string): Promise<void> {
  return deskSend(`${saleEndpoints.quotePhoto}?${new URLSearchParams({ id })}`, { method: "DELETE" });
}

const photoKeptSchema = v.object({ photos: v.array(v.string()) });

/** Adds a photo to a line of the draft. Returns the photos of that line. */
export async function addPartPhoto(
  { ref, line, photo }: { readonly ref: string; readonly line: string; readonly photo: Blob },
  key: string,
): Promise<readonly string[]> {
  const form = new FormData();
  form.append("ref", ref);
  form.append("line", line);
  form.append("photo", photo, "photo.jpg");
  const call = { method: "POST", body: form, key, timeoutMs: longestUploadMs } as const;
  return (await deskCall(photoKeptSchema, saleEndpoints.quotePhoto, call)).photos;
}

const longestUploadMs = 120_000;
