import * as v from "valibot";

import { purchaseFields } from "#domain/deals/purchase.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { MachineRow, PurchaseRow } from "#server/platform/database/sale-tables.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { correctionsInOrder, type Sale } from "./read-sale.ts";

type Keys = Pick<DealContext, "linkKeys">;
type Sealed = Pick<PurchaseRow, "id" | "sealed">;

const sealedSchema = v.object({
  ...purchaseFields,
  /** The seller's, from what they sent us: who asks for what we hold of them gives it, and the enquiry may be gone. */
  email: v.optional(v.nullable(v.string()), null),
});
type SealedPurchase = v.InferOutput<typeof sealedSchema>;

/** The dealer's record. Sealed: an erased enquiry leaves no readable name. */
export function sealPurchase({ linkKeys }: Keys, id: string, purchase: SealedPurchase): string {
  return linkKeys.seal(JSON.stringify(purchase), `purchase ${id}`);
}

export function openPurchase({ linkKeys }: Keys, { id, sealed }: Sealed): SealedPurchase {
  return v.parse(sealedSchema, JSON.parse(linkKeys.unseal(sealed, `purchase ${id}`)));
}

/** Null if it was sealed with another LINK_SECRET. */
export function purchaseIfReadable(keys: Keys, purchase: Sealed): SealedPurchase | null {
  try {
    return openPurchase(keys, purchase);
  } catch {
    return null;
  }
}

/** What we paid for the machine and when; null before the purchase. */
export function paidFor(keys: Keys, { purchases }: Pick<Sale, "purchases">) {
  const last = purchases.at(-1);
  if (last === undefined) return null;
  const { price_cents, bought_on } = last;
  // Null if it was sealed with another LINK_SECRET.
  return { price_cents, bought_on, paid_by: purchaseIfReadable(keys, last)?.paid_by ?? null };
}

/** As the fields of the form name them. */
export function sellerIn({ name, email, phone }: SealedPurchase) {
  return { full_name: name, email, phone };
}

/** A record of a purchase, with who wrote it. */
export interface RecordedPurchase extends PurchaseRow {
  readonly by: string;
  /** Null if it was sealed with another LINK_SECRET. */
  readonly purchase: SealedPurchase | null;
}

export interface ViewedPurchase {
  readonly machine: MachineRow;
  readonly first: RecordedPurchase;
  readonly corrections: readonly RecordedPurchase[]; // Oldest first.
}

/** Opens the dealer's record; nobody sees it without an entry in the audit list. Null if there is none. */
export function viewPurchase(
  context: AuditContext & Keys,
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
    const machines = tx.selectFrom("machines").selectAll().where("ref_number", "=", reference);
    const machine = await machines.executeTakeFirst();
    const [first, ...corrections] = correctionsInOrder(rows).map((row) => ({
      ...row,
      purchase: purchaseIfReadable(context, row),
    }));
    if (first === undefined || machine === undefined) return null;
    const details = { number: machine.number };
    await recordAudit(tx, context, { event: "purchase-viewed", actor: userId, details });
    return { machine, first, corrections };
  });
}
