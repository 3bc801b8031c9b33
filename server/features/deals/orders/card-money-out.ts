import type { Order } from "#domain/deals/deal.ts";
import { nzd } from "#domain/deals/money.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { AnyWork } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { CardDispute, CardEvent, CardRefunded, Cards } from "#server/services/cards/cards.ts";

import { cardSource } from "./card-pages.ts";
import { settleRefund } from "./card-refunds.ts";
import { changeOrderById, type KeptOrderWork } from "./change-kept-order.ts";
import { enterMoney } from "./enter-money.ts";
import { payBack } from "./refunds.ts";
import { noteTaken } from "./taken-back.ts";

/**
 * Reads again what left a card payment, or came back, and enters what is not in the books yet: each refund and each move of a
 * dispute once, whoever made it. False if the payment is none of ours. Throws CardProblem.
 */
export async function settleMoneyOut(
  context: DealContext,
  cards: Cards,
  { what, payment }: NonNullable<CardEvent["moved"]>,
): Promise<boolean> {
  const of = await context.database.reader
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["orders.id as order_id", "ref_number"])
    .where("source", "=", `${cardSource}${payment}`)
    .executeTakeFirst();
  if (of === undefined) return false;
  if (what === "disputes") {
    const disputes = await cards.readDisputes(payment);
    await changeOrderById(context, of, (work, order) => enterDisputes(work, order, disputes));
    return true;
  }
  const refunds = await cards.readRefunds(payment);
  for (const refund of refunds) await settleOurs(context, refund);
  await changeOrderById(context, of, (work, order) => enterRefunds(work, order, refunds));
  return true;
}

/** Settles a refund that the desk asked for, and that the card company has done or refused since. */
async function settleOurs(context: DealContext, { ours, state, why }: CardRefunded): Promise<void> {
  if (ours === null || state === "pending") return;
  const row = await pendingRow(context.database.reader, ours);
  if (row === undefined) return;
  await settleRefund(context, row, state === "failed" ? why : null).catch((error: unknown) => {
    if (!(error instanceof RepeatedCall)) throw error; // The press itself was faster.
  });
}

function pendingRow(db: Query, id: string) {
  const rows = db.selectFrom("card_refunds").selectAll().where("id", "=", id);
  return rows.where("state", "=", "pending").executeTakeFirst();
}

async function enterRefunds(
  work: KeptOrderWork,
  before: Order,
  refunds: readonly CardRefunded[],
): Promise<void> {
  const { tx, at } = work;
  const sources = new Set((await paymentsOf(tx, before.id)).map(({ source }) => source));
  let order = before;
  for (const refund of refunds) {
    const source = `refund:${refund.ours ?? refund.id}`;
    const isOut = sources.has(source);
    if (refund.ours !== null && (await pendingRow(tx, refund.ours)) !== undefined) continue;
    if (refund.state === "done" && !isOut) {
      order = await enterRefund(work, order, { ...refund, source });
    } else if (refund.state === "failed" && isOut && !sources.has(`failed ${source}`)) {
      const { id, amount_cents, currency } = refund;
      const entry = { ...cardEntry(at), amount_cents, currency, source: `failed ${source}` };
      ({ order } = await enterMoney(work, order, entry));
      const ours = tx.updateTable("card_refunds").set({ state: "refused", error: refund.why });
      await ours.where("id", "=", refund.ours ?? "").execute();
      await noteTaken(work, order, { id: `failed ${id}`, amount_cents, why: "refund_failed" });
    }
  }
}

function cardEntry(at: Date) {
  return { method: "card", received_on: nzDate(at), note: null, userId: null } as const;
}

/**
 * Enters money that staff paid back in the card company's own pages, with its credit note. What an order still waits for
 * stays due in full, and in another currency nothing is credited or listed. Returns the order as it is then.
 */
async function enterRefund(
  work: KeptOrderWork,
  before: Order,
  { source, ...refund }: CardRefunded & { readonly source: string },
): Promise<Order> {
  const { id, amount_cents, currency } = refund;
  const isOurs = currency === nzd;
  const out = { ...cardEntry(work.at), amount_cents, currency, source };
  let order: Order;
  if (isOurs && before.state !== "awaiting_payment") {
    const back = await payBack(work, before, { ...out, lines: [], isDone: true });
    if ("refusal" in back) throw new Error(back.refusal.message); // The money has gone back already.
    ({ order } = back.ok);
  } else {
    ({ order } = await enterMoney(work, before, { ...out, amount_cents: -amount_cents }));
    work.event({ type: "payment", becomes: String(-amount_cents) });
  }
  if (isOurs) await noteTaken(work, before, { id, amount_cents, why: "card" });
  return order;
}

/** Enters what a dispute took, or gave back, since it was last read. One that took nothing in the end is listed no longer. */
async function enterDisputes(work: AnyWork, before: Order, disputes: readonly CardDispute[]): Promise<void> {
  const { tx, at } = work;
  let order = before;
  for (const { id, amount_cents, currency, gone_cents: gone, due_on, isOver } of disputes) {
    await noteTaken(work, order, { id, amount_cents, why: "dispute" });
    const rows = tx.updateTable("taken_back").where("id", "=", id);
    await rows.set({ due_on }).execute();
    if (isOver && gone <= 0) await rows.set({ seen_at: at.toISOString() }).execute();
    const payments = await paymentsOf(tx, order.id);
    const moved = payments.filter(({ source }) => source?.startsWith(`dispute:${id}:`) === true);
    const due = -gone - moved.reduce((sum, one) => sum + one.amount_cents, 0);
    if (due === 0) continue;
    const source = `dispute:${id}:${moved.length}`;
    const entry = { ...cardEntry(at), amount_cents: due, currency, source };
    ({ order } = await enterMoney(work, order, entry));
    work.event({ type: "payment", was: "dispute", becomes: String(due) });
  }
}
