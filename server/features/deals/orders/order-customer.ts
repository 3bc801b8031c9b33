import * as v from "valibot";

import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

const customerSchema = v.object({
  full_name: v.string(),
  email: v.string(),
  phone: v.string(),
  delivery_address: v.string(),
});
export type Customer = v.InferOutput<typeof customerSchema>;

/** Seals the buyer, whom the invoice names (GST Act 1985, section 19E): an erased enquiry leaves no readable name. */
export function sealCustomer({ linkKeys }: DealContext, orderId: string, record: Deal["record"]): string {
  return linkKeys.seal(JSON.stringify(v.parse(customerSchema, record)), `customer of ${orderId}`);
}

export function openCustomer(
  { linkKeys }: Pick<DealContext, "linkKeys">,
  { id, customer }: Pick<OrderRow, "id" | "customer">,
): Customer {
  return v.parse(customerSchema, JSON.parse(linkKeys.unseal(customer, `customer of ${id}`)));
}

/** Returns null if the customer was sealed with another LINK_SECRET. */
export function customerIfReadable(
  keys: Pick<DealContext, "linkKeys">,
  order: Pick<OrderRow, "id" | "customer">,
): Customer | null {
  try {
    return openCustomer(keys, order);
  } catch {
    return null;
  }
}
