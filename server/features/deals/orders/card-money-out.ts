import { nzd } from "#domain/deals/money.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { DealChange, DealEvent, DealMoment } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { type Deal, paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";
import type { CardDispute, CardEvent, CardRefunded, Cards } from "#server/services/cards/cards.ts";

import { cardSource } from "./card-pages.ts";
import { settleRefund } from "./card-refunds.ts";
import { enterMoney } from "./enter-money.ts";
import { payBack } from "./refunds.ts";
import { changeKeptOrder, noteTaken } from "./taken-back.ts";

interface Moment extends Pick<DealMoment, "tx" | "at"> {
  readonly deal: Deal | null;
}

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
    await changeKeptOrder(context, of, (moment, order) => enterDisputes(moment, order, disputes));
    return true;
  }
  const refunds = await cards.readRefunds(payment);
  for (const refund of refunds) await settleOurs(context, refund);
  await changeKeptOrder(context, of, (moment, order) => enterRefunds(context, moment, order, refunds));
  return true;
}

/** One that the desk asked for, and that the card company has done or refused since. */
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

type Change = Pick<DealChange<unknown>, "record"> & { readonly events: DealEvent[] };

async function enterRefunds(
  context: DealContext,
  moment: Moment,
  before: OrderRow,
  refunds: readonly CardRefunded[],
): Promise<Change> {
  const sources = new Set((await paymentsOf(moment.tx, before.id)).map(({ source }) => source));
  const change: { events: DealEvent[]; record?: NonNullable<Change["record"]> } = { events: [] };
  let order = before;
  for (const refund of refunds) {
    const source = `refund:${refund.ours ?? refund.id}`;
    const isOut = sources.has(source);
    if (refund.ours !== null && (await pendingRow(moment.tx, refund.ours)) !== undefined) continue;
    if (refund.state === "done" && !isOut) {
      const paid = await enterRefund(context, moment, order, { ...refund, source });
      order = paid.order;
      change.events.push(...paid.events);
      if (paid.record !== undefined) change.record = paid.record;
    } else if (refund.state === "failed" && isOut && !sources.has(`failed ${source}`)) {
      order = (await enterMoney(moment, order, { ...entryOf(refund, moment.at), source: `failed ${source}` }))
        .order;
      const ours = moment.tx.updateTable("card_refunds").set({ state: "refused", error: refund.why });
      await ours.where("id", "=", refund.ours ?? "").execute();
      const { id, amount_cents } = refund;
      const taken = { id: `failed ${id}`, amount_cents, why: "refund_failed" } as const;
      change.events.push(...(await noteTaken(moment, order, taken)));
    }
  }
  return change;
}

function entryOf({ amount_cents, currency }: Pick<CardRefunded, "amount_cents" | "currency">, at: Date) {
  return {
    amount_cents,
    currency,
    method: "card",
    received_on: nzDate(at),
    note: null,
    userId: null,
  } as const;
}

/**
 * Money that staff paid back in the card company's own pages, with its credit note. What an order still waits for stays due
 * in full, and in another currency nothing is credited or listed.
 */
async function enterRefund(
  context: DealContext,
  moment: Moment,
  before: OrderRow,
  { source, ...refund }: CardRefunded & { readonly source: string },
): Promise<Change & { readonly order: OrderRow }> {
  const { id, amount_cents, currency } = refund;
  const isOurs = currency === nzd;
  const taken = isOurs ? await noteTaken(moment, before, { id, amount_cents, why: "card" }) : [];
  if (isOurs && before.state !== "awaiting_payment") {
    const entry = { ...entryOf(refund, moment.at), source, lines: [], isDone: true };
    const back = await payBack(context, moment, before, entry);
    if ("refusal" in back) throw new Error(back.refusal.message); // It has gone back already.
    const { event, order, record } = back.ok;
    return { order, events: [event, ...taken], ...(record === undefined ? {} : { record }) };
  }
  const out = { ...entryOf(refund, moment.at), amount_cents: -amount_cents, source };
  const { order } = await enterMoney(moment, before, out);
  return { order, events: [{ type: "payment", becomes: String(-amount_cents) }, ...taken] };
}

/** What a dispute took, or gave back, since it was last read. One that took nothing in the end is listed no longer. */
async function enterDisputes(
  moment: Moment,
  before: OrderRow,
  disputes: readonly CardDispute[],
): Promise<Change> {
  const { tx, at } = moment;
  const events: DealEvent[] = [];
  let order = before;
  for (const { id, amount_cents, currency, gone_cents: gone, due_on, isOver } of disputes) {
    events.push(...(await noteTaken(moment, order, { id, amount_cents, why: "dispute" })));
    const rows = tx.updateTable("taken_back").where("id", "=", id);
    await rows.set({ due_on }).execute();
    if (isOver && gone <= 0) await rows.set({ seen_at: at.toISOString() }).execute();
    const payments = await paymentsOf(tx, order.id);
    const moved = payments.filter(({ source }) => source?.startsWith(`dispute:${id}:`) === true);
    const due = -gone - moved.reduce((sum, one) => sum + one.amount_cents, 0);
    if (due === 0) continue;
    const entry = {
      ...entryOf({ amount_cents: due, currency }, at),
      source: `dispute:${id}:${moved.length}`,
    };
    ({ order } = await enterMoney(moment, order, entry));
    events.push({ type: "payment", was: "dispute", becomes: String(due) });
  }
  return { events };
}
