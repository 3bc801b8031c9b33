import type { DocumentContent } from "#domain/deals/documents.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { readContent } from "#server/features/deals/orders/documents.ts";
import { type Customer, customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import type { Query } from "#server/platform/database/database.ts";

/** An invoice or credit note as it was issued. */
export interface IssuedDocument {
  readonly content: DocumentContent;
  readonly reference: string;
  readonly orderId: string;
  /** The buyer; null if sealed with another LINK_SECRET. */
  readonly customer: Customer | null;
}

/** Returns null if there is no such document. */
export async function readDocument(
  context: DealContext,
  db: Query,
  number: string,
): Promise<IssuedDocument | null> {
  const row = await db
    .selectFrom("documents")
    .innerJoin("orders", "orders.id", "documents.order_id")
    .select(["documents.content", "documents.ref_number", "orders.id", "orders.customer"])
    .where("documents.number", "=", number)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id: orderId, ref_number: reference } = row;
  return {
    content: readContent(row.content),
    reference,
    orderId,
    customer: customerIfReadable(context, row),
  };
}
