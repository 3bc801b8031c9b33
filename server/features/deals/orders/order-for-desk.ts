import type * as v from "valibot";

import { type Carrier, trackingLink } from "#domain/deals/carriers.ts";
import type { DealOrder, parcelSchema } from "#domain/deals/deal-wire.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import type { OrderRow, ParcelRow } from "#server/platform/database/deal-tables.ts";

export function orderForDesk(order: OrderRow, balanceCents: number): DealOrder {
  const { id, state, invoice_number: number, total_cents, pay_by } = order;
  const owed = { total_cents, balance_cents: balanceCents, pay_by };
  return { id, state, invoice_number: number, ...owed, payment_code: paymentCode(number) };
}

export function parcelForDesk(
  parcel: ParcelRow,
  known: readonly Carrier[],
): v.InferOutput<typeof parcelSchema> {
  const { id, carrier, tracking, state, sent_at, delivered_at } = parcel;
  const url = trackingLink(known, carrier, tracking);
  return { id, carrier, tracking, url, state, sent_at, delivered_at };
}
