import * as v from "valibot";

import { type Carrier, trackingLink } from "#domain/deals/carriers.ts";
import type { DealOrder, DealParcel } from "#domain/deals/deal-wire.ts";
import { selectionSchema } from "#domain/deals/quote.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { owedCents } from "#server/features/deals/deal/deal-state.ts";
import type { OrderRow, ParcelRow } from "#server/platform/database/deal-tables.ts";

import { standingCents } from "./documents.ts";

export function orderForDesk(order: OrderRow): DealOrder {
  const { id, state, invoice_number: number, total_cents, pay_by, paid_cents: held_cents } = order;
  const sums = {
    total_cents,
    balance_cents: owedCents(order),
    held_cents,
    standing_cents: standingCents(order),
  };
  const selection = v.parse(selectionSchema, JSON.parse(order.selection));
  return {
    id,
    state,
    invoice_number: number,
    version: order.number,
    selection,
    ...sums,
    pay_by,
    payment_code: paymentCode(number),
  };
}

export function parcelForDesk(parcel: ParcelRow, known: readonly Carrier[]): DealParcel {
  const { id, carrier, tracking, state, sent_at, delivered_at } = parcel;
  const url = trackingLink(known, carrier, tracking);
  return { id, carrier, tracking, url, state, sent_at, delivered_at };
}
