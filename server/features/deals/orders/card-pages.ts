import type { RowWork } from "#server/features/deals/deal/change-deal.ts";

/** The source of a payment by card begins with it. */
export const cardSource = "card:";

/**
 * Nobody shall pay on the open card page of an order whose money or state has changed. The chore tells the card company; what was
 * paid meanwhile waits for staff (deals.md section 7).
 */
export async function stopCardPages({ tx }: RowWork, orderId: string): Promise<void> {
  await tx
    .updateTable("card_sessions")
    .set({ state: "stopped", checked_at: null })
    .where("order_id", "=", orderId)
    .where("state", "=", "open")
    .execute();
}
