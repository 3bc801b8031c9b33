import { call } from "#domain/call.ts";

import type {
  DealForDesk,
  dealRequests,
  deskSettingRequest,
  Preview,
  PricedPart,
  PriceMemory,
  QuoteSent,
} from "./deal-wire.ts";
import type { OrderToPack, SoldLine } from "./sold.ts";

type DealRequests = typeof dealRequests;

/** The calls of staff (deals.md section 4). */
export const dealCalls = {
  quote: call<{ ref: string }, DealForDesk>("GET", "/functions/v1/quote"),
  draft: call<DealRequests["draft"], { draft_version: number }>("PUT", "/functions/v1/quote-draft"),
  preview: call<{ ref: string }, Preview>("GET", "/functions/v1/quote-preview"),
  send: call<DealRequests["send"], QuoteSent>("POST", "/functions/v1/quote-send"),
  undo: call<DealRequests["version"]>("POST", "/functions/v1/quote-undo"),
  withdraw: call<DealRequests["version"]>("POST", "/functions/v1/quote-withdraw"),
  extend: call<DealRequests["extend"], QuoteSent>("POST", "/functions/v1/quote-extend"),
  answer: call<DealRequests["answer"]>("POST", "/functions/v1/quote-answer"),
  approve: call<DealRequests["approve"]>("POST", "/functions/v1/quote-approve"),
  decline: call<DealRequests["decline"]>("POST", "/functions/v1/quote-decline"),
  resend: call<DealRequests["version"]>("POST", "/functions/v1/quote-resend"),
  payment: call<DealRequests["payment"]>("POST", "/functions/v1/payment", { needsKey: true }),
  order: call<DealRequests["order"]>("POST", "/functions/v1/order"),
  parcel: call<DealRequests["parcel"]>("POST", "/functions/v1/parcel", { needsKey: true }),
  pulled: call<DealRequests["pulled"], { sold: readonly SoldLine[] }>("POST", "/functions/v1/pulled"),
  pack: call<object, { orders: readonly OrderToPack[] }>("GET", "/functions/v1/pack"),
  parcelChange: call<DealRequests["parcelChange"]>("PATCH", "/functions/v1/parcel"),
  priceMemory: call<PricedPart, PriceMemory>("GET", "/functions/v1/price-memory"),
  /** What no mail could tell a customer without an address. */
  told: call<DealRequests["link"]>("POST", "/functions/v1/told"),
  link: call<DealRequests["link"], { link: string }>("POST", "/functions/v1/deal-link"),
  setting: call("GET", "/functions/v1/desk-settings/:name"),
  settingChange: call<typeof deskSettingRequest>("PUT", "/functions/v1/desk-settings/:name"),
} as const;
