import * as v from "valibot";

import { type Preview, previewSchema, quoteSentSchema } from "#domain/deals/deal-wire.ts";
import { purchaseFields } from "#domain/deals/purchase.ts";
import {
  type Machine,
  partPhotosSchema,
  saleCalls,
  type saleRequests,
  yardSchema,
} from "#domain/deals/sale-wire.ts";

import { type QuoteSent, sendTo } from "./deals.ts";
import { deskCall, deskSend, undoableCall } from "./desk-call.ts";

type Requests = typeof saleRequests;
type Request<Name extends keyof Requests> = v.InferInput<Requests[Name]>;

type Send<Name extends keyof Requests> = (body: Request<Name>, key: string) => Promise<void>;

export const askForPhotos: Send<"photos"> = sendTo(saleCalls.photoRequest.path);
export const undoOffer: (body: Request<"version">) => Promise<void> = sendTo(saleCalls.offerUndo.path);
export const withdrawOffer: Send<"version"> = sendTo(saleCalls.offerWithdraw.path);
export const resendOffer: Send<"version"> = sendTo(saleCalls.offerResend.path);
export const changePickUp: Send<"pickUp"> = sendTo(saleCalls.pickUp.path);
export const recordPurchase: Send<"purchase"> = sendTo(saleCalls.purchase.path);

function sendOfferTo<Name extends "send" | "extend">(path: string) {
  return (body: Request<Name>, key: string): Promise<QuoteSent> =>
    undoableCall(quoteSentSchema, path, { method: "POST", body, key });
}

export const sendOffer = sendOfferTo<"send">(saleCalls.offerSend.path);
export const extendOffer = sendOfferTo<"extend">(saleCalls.offerExtend.path);

/** The mail and the page exactly as they would be sent. */
export function previewOffer(body: Request<"send">): Promise<Preview> {
  return deskCall(previewSchema, saleCalls.offerPreview.path, { method: "POST", body });
}

const recordedSchema = v.object({ id: v.string(), purchase: v.object(purchaseFields) });
export type RecordedPurchase = v.InferOutput<typeof recordedSchema>;

/** The dealer's record as it holds now. The audit list names each view. */
export function purchaseOf(ref: string): Promise<RecordedPurchase> {
  const query = new URLSearchParams({ ref, as: "json" });
  return deskCall(recordedSchema, `${saleCalls.purchaseRecord.path}?${query}`);
}

/** The machines in the yard. */
export async function yardMachines(): Promise<readonly Machine[]> {
  return (await deskCall(yardSchema, saleCalls.yard.path)).machines;
}

export type PartPhoto = v.InferOutput<typeof partPhotosSchema>["photos"][number];

/** The photos of parts that belong to a quote. */
export async function partPhotos(ref: string): Promise<readonly PartPhoto[]> {
  return (await deskCall(partPhotosSchema, `${saleCalls.quotePhoto.path}?${new URLSearchParams({ ref })}`))
    .photos;
}

/** One that the customer has sent. */
export function removePhoto(id: string): Promise<void> {
  return deskSend(`${saleCalls.photo.path}?${new URLSearchParams({ id })}`, { method: "DELETE" });
}

export function removePartPhoto(id: string): Promise<void> {
  return deskSend(`${saleCalls.quotePhoto.path}?${new URLSearchParams({ id })}`, { method: "DELETE" });
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
  return (await deskCall(photoKeptSchema, saleCalls.quotePhoto.path, call)).photos;
}

const longestUploadMs = 120_000;
