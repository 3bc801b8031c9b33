import * as v from "valibot";

import type { Deal } from "#domain/deals/deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";

const customerSchema = v.object({
  full_name: v.string(),
  email: v.string(),
  phone: v.string(),
  delivery_address: v.string(),
});
export type Customer = v.InferOutput<typeof customerSchema>;

interface SealedCustomer {
  readonly id: string; // The order's.
  readonly customer: string;
}

/** Seals the buyer, whom the invoice names (GST Act 1985, section 19E): an erased enquiry leaves no readable name. */
export function sealCustomer({ linkKeys }: DealContext, orderId: string, record: Deal["record"]): string {
  return linkKeys.seal(JSON.stringify(v.parse(customerSchema, record)), `customer of ${orderId}`);
}

export function openCustomer(
  { linkKeys }: Pick<DealContext, "linkKeys">,
  { id, customer }: SealedCustomer,
): Customer {
  return v.parse(customerSchema, JSON.parse(linkKeys.unseal(customer, `customer of ${id}`)));
}

/** Returns null if the customer was sealed with another LINK_SECRET. */
export function customerIfReadable(
  keys: Pick<DealContext, "linkKeys">,
  order: SealedCustomer,
): Customer | null {
  try {
    return openCustomer(keys, order);
  } catch {
    return null;
  }
}
