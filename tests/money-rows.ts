import type { Order } from "#domain/deals/deal.ts";

import type { TestApp } from "./build-test-app.ts";

/** A return in the customer's words, a visit to the card page, a refund to a card, a bank line and money taken back of an order that was paid. */
export async function addMoneyRows(
  app: TestApp,
  { id: order_id, ref_number }: Pick<Order, "id" | "ref_number">,
): Promise<void> {
  const { database, now } = app.app.services;
  const at = now().toISOString();
  const user_id = String((await app.rows("users"))[0]?.["id"]);
  const of = { id: `of ${order_id}`, order_id, ref_number };
  await database.write(async (tx) => {
    const payments = tx.selectFrom("payments").select("id").where("order_id", "=", order_id);
    const { id: payment_id } = await payments.executeTakeFirstOrThrow();
    const asked = { kind: "faulty", lines: '["diff"]', words: "Moana says it whines", answer: null } as const;
    await tx
      .insertInto("returns")
      .values({ ...of, ...asked, state: "asked", at, changed_at: at })
      .execute();
    const page = {
      amount_cents: 20_000,
      state: "ended",
      session_id: null,
      url: null,
      checked_at: null,
    } as const;
    await tx
      .insertInto("card_sessions")
      .values({ ...of, ...page, created_at: at, expires_at: at })
      .execute();
    const refund = {
      payment_id,
      amount_cents: 500,
      entry: "{}",
      state: "refused",
      error: "Expired card",
    } as const;
    await tx
      .insertInto("card_refunds")
      .values({ ...of, ...refund, user_id, created_at: at, changed_at: at })
      .execute();
    const taken = { ...of, amount_cents: 500, why: "bank", due_on: null, at, seen_at: at } as const;
    await tx.insertInto("taken_back").values(taken).execute();
    const line = {
      account: "00",
      day: "2026-08-03",
      amount_cents: 20_000,
      text: "PARTS",
      state: "matched",
    } as const;
    await tx
      .insertInto("bank_lines")
      .values({ ...of, ...line, user_id, at })
      .execute();
  });
}
