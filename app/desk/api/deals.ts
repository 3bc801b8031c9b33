import * as v from "valibot";

import {
  dealCalls,
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
import { moneyCalls, type moneyRequests } from "#domain/deals/money-wire.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";

import { deskCall, deskSend, undoableCall } from "./desk-call.ts";

type Requests = typeof dealRequests & Pick<typeof moneyRequests, "return" | "refund">;
type Request<Name extends keyof Requests> = v.InferInput<Requests[Name]>;

/** Throws a stale `CallProblem` if someone else has saved since `version`. Returns the new version. */
export async function saveDraft(ref: string, draft: QuoteDraft, version: number): Promise<number> {
  const call = { method: "PUT", body: { ref, draft }, version } as const;
  return (await deskCall(draftSavedSchema, dealCalls.draft.path, call)).draft_version;
}

export function readDeal(ref: string): Promise<DealForDesk> {
  return deskCall(dealSchema, `${dealCalls.quote.path}?${new URLSearchParams({ ref })}`);
}

/** The mail and the page exactly as they would be sent. */
export function previewQuote(ref: string): Promise<Preview> {
  return deskCall(previewSchema, `${dealCalls.preview.path}?${new URLSearchParams({ ref })}`);
}

/** `undo_ms` is how long it can be taken back. */
export type QuoteSent = v.InferOutput<typeof quoteSentSchema> & { readonly undo_ms: number };

export function sendQuote(ref: string, version: number, key: string): Promise<QuoteSent> {
  return undoableCall(quoteSentSchema, dealCalls.send.path, { method: "POST", body: { ref }, version, key });
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
  return deskCall(priceMemorySchema, `${dealCalls.priceMemory.path}?${query}`);
}

/** The same one again with the same key does nothing more. */
type Send<Name extends keyof Requests> = (body: Request<Name>, key: string) => Promise<void>;

/** Of a call that returns nothing. */
export function sendTo(path: string, method: "POST" | "PATCH" = "POST") {
  return async (body: object, key?: string): Promise<void> => {
    await deskSend(path, { method, body, ...(key === undefined ? {} : { key }) });
  };
}

export const undoQuote: (body: Request<"version">) => Promise<void> = sendTo(dealCalls.undo.path);
export const withdrawQuote: Send<"version"> = sendTo(dealCalls.withdraw.path);
export const resendQuote: Send<"version"> = sendTo(dealCalls.resend.path);
export const answerQuestion: Send<"answer"> = sendTo(dealCalls.answer.path);
export const declineForCustomer: Send<"decline"> = sendTo(dealCalls.decline.path);
export const approveForCustomer: Send<"approve"> = sendTo(dealCalls.approve.path);
export const enterPayment: Send<"payment"> = sendTo(dealCalls.payment.path);
export const changeOrder: Send<"order"> = sendTo(dealCalls.order.path);
export const enterParcel: Send<"parcel"> = sendTo(dealCalls.parcel.path);
export const changeParcel: Send<"parcelChange"> = sendTo(dealCalls.parcel.path, "PATCH");
export const changeReturn: Send<"return"> = sendTo(moneyCalls.return.path);
/** Also of an earlier order, by its invoice number, and of one whose record is gone. */
export const payBackMoney: Send<"refund"> = sendTo(moneyCalls.refund.path);
export const renewLink: Send<"link"> = sendTo(dealCalls.link.path);

export function extendQuote(body: Request<"extend">, key: string): Promise<QuoteSent> {
  return undoableCall(quoteSentSchema, dealCalls.extend.path, { method: "POST", body, key });
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
  return deskCall(settingSchema<Name>(), `${dealCalls.settings.path}/${name}`);
}

/** Refused if someone else has saved since `version`. Returns what is stored now. */
export async function saveSetting<Name extends DeskSettingName>(
  name: Name,
  value: DeskSetting<Name>,
  version: number,
): Promise<Versioned<DeskSetting<Name>>> {
  return deskCall(settingSchema<Name>(), `${dealCalls.settings.path}/${name}`, {
    method: "PUT",
    body: { value },
    version,
  });
}
