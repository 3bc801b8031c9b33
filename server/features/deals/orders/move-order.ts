import type { OrderState } from "#domain/deals/order.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

type Moments = Pick<OrderRow, "pay_by" | "paid_at" | "lapsed_at" | "delivered_at">;

interface Move extends Partial<Moments> {
  readonly state: OrderState;
  readonly at: Date;
}

/** Returns the order as it is from now on. */
export async function moveOrder(tx: Query, order: OrderRow, { at, ...moved }: Move): Promise<OrderRow> {
  const cells = { ...moved, changed_at: at.toISOString() };
  await tx.updateTable("orders").set(cells).where("id", "=", order.id).execute();
  return { ...order, ...cells };
}
