import type { RowWork } from "#server/features/deals/deal/change-deal.ts";

/** The prefix of `source` in payments by card. */
export const cardSource = "card:";

/** Stops the open card page of an order whose money or state has changed. A chore tells the card company (deals.md section 7). */
export async function stopCardPages({ tx }: RowWork, orderId: string): Promise<void> {
  await tx
    .updateTable("card_sessions")
    .set({ state: "stopped", checked_at: null })
    .where("order_id", "=", orderId)
    .where("state", "=", "open")
    .execute();
}
