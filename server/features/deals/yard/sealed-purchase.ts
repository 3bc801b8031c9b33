import * as v from "valibot";

import { purchaseFields } from "#domain/deals/purchase.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { PurchaseRow } from "#server/platform/database/sale-tables.ts";

const sealedSchema = v.object({
  ...purchaseFields,
  /** The seller's, from what they sent us: who asks for what we hold of them gives it, and the enquiry may be gone. */
  email: v.optional(v.nullable(v.string()), null),
});
export type SealedPurchase = v.InferOutput<typeof sealedSchema>;

/** The dealer's record. Sealed: an erased enquiry leaves no readable name. */
export function sealPurchase(
  { linkKeys }: Pick<DealContext, "linkKeys">,
  id: string,
  purchase: SealedPurchase,
): string {
  return linkKeys.seal(JSON.stringify(purchase), `purchase ${id}`);
}

export function openPurchase(
  { linkKeys }: Pick<DealContext, "linkKeys">,
  { id, sealed }: Pick<PurchaseRow, "id" | "sealed">,
): SealedPurchase {
  return v.parse(sealedSchema, JSON.parse(linkKeys.unseal(sealed, `purchase ${id}`)));
}

/** Null if it was sealed with another LINK_SECRET. */
export function purchaseIfReadable(
  keys: Pick<DealContext, "linkKeys">,
  purchase: Pick<PurchaseRow, "id" | "sealed">,
): SealedPurchase | null {
  try {
    return openPurchase(keys, purchase);
  } catch {
    return null;
  }
}

/** As the fields of the form name them. */
export function sellerIn({ name, email, phone }: SealedPurchase) {
  return { full_name: name, email, phone };
}
