import * as v from "valibot";

import { purchaseFields } from "#domain/deals/purchase.ts";
import type { BoughtMachine, Sale, SealedPurchase } from "#domain/deals/sale.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { boughtMachine, correctionsInOrder } from "./read-sale.ts";

const recordSchema = v.object({
  ...purchaseFields,
  /** The seller's, from the enquiry, which may be gone: people who ask for what we hold about them give it. */
  email: v.optional(v.nullable(v.string()), null),
});
type DealersRecord = v.InferOutput<typeof recordSchema>;

interface KeyHolder {
  readonly linkKeys: Keys;
}

/** Seals the dealer's record: an erased enquiry leaves no readable name. */
export function sealPurchase({ linkKeys }: KeyHolder, id: string, record: DealersRecord): string {
  return linkKeys.seal(JSON.stringify(record), `purchase ${id}`);
}

/** Returns null for a record that was sealed with another LINK_SECRET. */
export function purchaseIfReadable(
  { linkKeys }: KeyHolder,
  { id, sealed }: { readonly id: string; readonly sealed: string },
): DealersRecord | null {
  try {
    return v.parse(recordSchema, JSON.parse(linkKeys.unseal(sealed, `purchase ${id}`)));
  } catch {
    return null;
  }
}

/** Returns what we paid for the machine, when and how; null before the purchase. How is null if it can't be read. */
export function paidFor(keys: KeyHolder, { purchases }: Sale) {
  const last = purchases.at(-1);
  if (last === undefined) return null;
  const { price_cents, bought_on } = last;
  return { price_cents, bought_on, paid_by: purchaseIfReadable(keys, last)?.paid_by ?? null };
}

/** Names the seller as the fields of the form do. */
export function sellerIn({ name, email, phone }: DealersRecord) {
  return { full_name: name, email, phone };
}

/** A record of a purchase, with the user who wrote it. */
export interface PurchaseRecord extends SealedPurchase {
  readonly by: string;
  readonly purchase: DealersRecord | null;
}

export interface ViewedPurchase {
  readonly machine: BoughtMachine;
  readonly first: PurchaseRecord;
  readonly corrections: readonly PurchaseRecord[]; // Oldest first.
}

/** Opens the dealer's record; nobody sees it without an entry in the audit list. Null if there is none. */
export function viewPurchase(
  context: AuditContext & KeyHolder,
  reference: string,
  userId: string,
): Promise<ViewedPurchase | null> {
  return context.database.write(async (tx) => {
    const rows = await tx
      .selectFrom("purchases")
      .innerJoin("users", "users.id", "purchases.user_id")
      .selectAll("purchases")
      .select("users.full_name as by")
      .where("ref_number", "=", reference)
      .execute();
    const machine = await boughtMachine(tx, reference);
    const [first, ...corrections] = correctionsInOrder(rows).map((row) => ({
      ...row,
      purchase: purchaseIfReadable(context, row),
    }));
    if (first === undefined || machine === null) return null;
    const details = { number: machine.number };
    await recordAudit(tx, context, { event: "purchase-viewed", actor: userId, details });
    return { machine, first, corrections };
  });
}
