import type { Purchase } from "#domain/deals/purchase.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { correctionsInOrder } from "#server/features/deals/sales/read-sale.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { PurchaseRow } from "#server/platform/database/sale-tables.ts";

import { purchaseIfReadable } from "./sealed-purchase.ts";

/** A record of a purchase, with who wrote it. */
export interface RecordedPurchase extends PurchaseRow {
  readonly by: string;
  /** Null if it was sealed with another LINK_SECRET. */
  readonly purchase: Purchase | null;
}

/** The record of a machine that we bought, and its corrections, oldest first; empty if there is none. */
export async function readPurchases(
  context: Pick<DealContext, "linkKeys">,
  db: Query,
  reference: string,
): Promise<RecordedPurchase[]> {
  const rows = await db
    .selectFrom("purchases")
    .innerJoin("users", "users.id", "purchases.user_id")
    .selectAll("purchases")
    .select("users.full_name as by")
    .where("ref_number", "=", reference)
    .execute();
  return correctionsInOrder(rows).map((row) => ({ ...row, purchase: purchaseIfReadable(context, row) }));
}
