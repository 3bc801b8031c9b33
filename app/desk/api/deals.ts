import * as v from "valibot";

import {
  dealEndpoints,
  type DealForDesk,
  type dealRequests,
  dealSchema,
  draftSavedSchema,
  type Preview,
  previewSchema,
  priceMemorySchema,
  quoteSentSchema,
} from "#domain/deals/deal-wire.ts";
import type { DeskSetting, DeskSettingName } from "#domain/deals/desk-settings.ts";
import { moneyEndpoints, type moneyRequests } from "#domain/deals/money-wire.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";

import { deskCall, deskSend, undoableCall } from "./desk-call.ts";

type Requests = typeof dealRequests & Pick<typeof moneyRequests, "return" | "refund">;
type Request<Name extends keyof Requests> = v.InferInput<Requests[Name]>;

/** Throws a stale `CallProblem` if someone else has saved since `version`. Returns the new version. */
export async function saveDraft(ref: string, draft: QuoteDraft, version: number): Promise<number> {
  const call = { method: "PUT", body: { ref, draft }, version } as const;
  return (await deskCall(draftSavedSchema, dealEndpoints.draft, call)).draft_version;
}

export function readDeal(ref: string): Promise<DealForDesk> {
  return deskCall(dealSchema, `${dealEndpoints.quote}?${new URLSearchParams({ ref })}`);
}

/** The mail and the page exactly as they would be sent. */
export function previewQuote(ref: string): Promise<Preview> {
  return deskCall(previewSchema, `${dealEndpoints.preview}?${new URLSearchParams({ ref })}`);
}

/** `undo_ms` is how long it can be taken back. */
export type QuoteSent = v.InferOutput<typeof quoteSentSchema> & { readonly undo_ms: number };

export function sendQuote(ref: string, version: number, key: string): Promise<QuoteSent> {
  return undoableCall(quoteSentSchema, dealEndpoints.send, { method: "POST", body: { ref }, version, key });
}

export type PriceMemory = v.InferOutput<typeof priceMemorySchema>;

export interface PricedPart {
  readonly part: string;
  readonly make: string;
  readonly model: string;
}

/** What the same part for the same machine has cost before. */
export function priceMemory({ part, make, model }: PricedPart): Promise<PriceMemory> {
  const query = new URLSearchParams({ part, make, model });
  return deskCall(priceMemorySchema, `${dealEndpoints.priceMemory}?${query}`);
}

/** The same one again with the same key does nothing more. */
type Send<Name extends keyof Requests> = (body: Request<Name>, key: string) => Promise<void>;

/** Of a call that returns nothing. */
export function sendTo(path: string, method: "POST" | "PATCH" = "POST") {
  return async (body: object, key?: string): Promise<void> => {
    await deskSend(path, { method, body, ...(key === undefined ? {} : { key }) });
  };
}

export const undoQuote: (body: Request<"version">) => Promise<void> = sendTo(dealEndpoints.undo);
export const withdrawQuote: Send<"version"> = sendTo(dealEndpoints.withdraw);
export const resendQuote: Send<"version"> = sendTo(dealEndpoints.resend);
export const answerQuestion: Send<"answer"> = sendTo(dealEndpoints.answer);
export const declineForCustomer: Send<"decline"> = sendTo(dealEndpoints.decline);
export const approveForCustomer: Send<"approve"> = sendTo(dealEndpoints.approve);
export const enterPayment: Send<"payment"> = sendTo(dealEndpoints.payment);
export const changeOrder: Send<"order"> = sendTo(dealEndpoints.order);
export const enterParcel: Send<"parcel"> = sendTo(dealEndpoints.parcel);
export const changeParcel: Send<"parcelChange"> = sendTo(dealEndpoints.parcel, "PATCH");
export const changeReturn: Send<"return"> = sendTo(moneyEndpoints.return);
/** Also of an earlier order, by its invoice number, and of one whose record is gone. */
export const payBackMoney: Send<"refund"> = sendTo(moneyEndpoints.refund);
export const renewLink: Send<"link"> = sendTo(dealEndpoints.link);

export function extendQuote(body: Request<"extend">, key: string): Promise<QuoteSent> {
  return undoableCall(quoteSentSchema, dealEndpoints.extend, { method: "POST", body, key });
}

export interface Versioned<Value> {
  readonly version: number;
  readonly value: Value;
}

/** The value is what the server has checked: the schemas and what settings start with stay out of the desk's scripts. */
function settingSchema<Name extends DeskSettingName>() {
  return v.object({ version: v.number(), value: v.custom<DeskSetting<Name>>(() => true) });
}

export function readSetting<Name extends DeskSettingName>(name: Name): Promise<Versioned<DeskSetting<Name>>> {
  return deskCall(settingSchema<Name>(), `${dealEndpoints.settings}/${name}`);
}

/** Refused if someone else has saved since `version`. Returns what is stored now. */
export async function saveSetting<Name extends DeskSettingName>(
  name: Name,
  value: DeskSetting<Name>,
  version: number,
): Promise<Versioned<DeskSetting<Name>>> {
  return deskCall(settingSchema<Name>(), `${dealEndpoints.settings}/${name}`, {
    method: "PUT",
    body: { value },
    version,
  });
}
