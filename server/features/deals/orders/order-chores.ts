import { sql } from "kysely";

import { isPayReminderDue } from "#domain/deals/deadlines.ts";
import { dayMs } from "#domain/durations.ts";
import { changeDeal, type DealChange, type DealMoment } from "#server/features/deals/deal/change-deal.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { activeOrder, balanceOf, isOverdue } from "#server/features/deals/deal/deal-state.ts";
import { type ChoreContext, forEachDeal } from "#server/features/deals/deal/each-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

import { moveOrder } from "./move-order.ts";
import { releaseItems } from "./order-items.ts";
import { lapsedMail, lastDayToPay, payReminder, stopOutdatedMails } from "./order-mails.ts";

const closedAfterMs = 14 * dayMs;

type Work = (moment: DealMoment, order: OrderRow) => Promise<DealChange<null>>;

const nothing: DealChange<null> = { result: null };

/** Runs `work` for each order in its own transaction, which checks again whether there is anything to do. */
function forOrders(
  context: ChoreContext,
  deals: readonly { readonly ref_number: string }[],
  work: Work,
): Promise<void> {
  return forEachDeal(context, deals, (reference) =>
    changeDeal(context, { reference, userId: null }, async (moment) => {
      const order = activeOrder(moment.deal);
      return order === null ? nothing : work(moment, order);
    }),
  );
}

/** One business day before the last moment to pay. Once for each order. */
export async function remindOfPayments(context: ChoreContext, now: Date): Promise<void> {
  const { calendar, database } = context;
  const isDue = (order: Pick<OrderRow, "changed_at" | "pay_by">, at: Date) =>
    isPayReminderDue({ since: new Date(order.changed_at), lastDay: lastDayToPay(order) }, at, calendar);
  const unpaid = await unremindedOrders(database.reader, now);
  const due = unpaid.filter((order) => isDue(order, now));
  await forOrders(context, due, async ({ tx, deal, at }, order) => {
    const isOpen = order.state === "awaiting_payment" && !isOverdue(order, at) && isDue(order, at);
    const owed = balanceOf(order, deal);
    if (isOpen && owed > 0)
      await queueDealMail(tx, context, deal, payReminder(context, order, { owed, at }), { at });
    return nothing;
  });
}

/** Those with no reminder yet. */
function unremindedOrders(db: Query, now: Date) {
  return db
    .selectFrom("orders")
    .select(["orders.id", "orders.ref_number", "orders.changed_at", "orders.pay_by"])
    .where("orders.state", "=", "awaiting_payment")
    .where("orders.pay_by", ">", now.toISOString())
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("outbox")
            .select("outbox.key")
            .whereRef("outbox.ref_number", "=", "orders.ref_number")
            .where("outbox.kind", "=", "pay")
            .where("outbox.key", "=", sql<string>`'pay/' || orders.id`),
        ),
      ),
    )
    .orderBy("orders.invoice_number")
    .execute();
}

/** Orders whose time to pay has passed hold their parts no longer. */
export async function lapseOrders(context: ChoreContext, now: Date): Promise<void> {
  const late = context.database.reader
    .selectFrom("orders")
    .select("ref_number")
    .where("state", "=", "awaiting_payment")
    .where("pay_by", "<=", now.toISOString());
  await forOrders(context, await late.execute(), async ({ tx, deal, at }, order) => {
    if (order.state !== "awaiting_payment" || !isOverdue(order, at)) return nothing;
    const lapsed = await moveOrder(tx, order, { state: "lapsed", at, lapsed_at: at.toISOString() });
    await releaseItems(tx, order.id);
    await stopOutdatedMails(tx, order, "lapsed", at);
    const paid = order.total_cents - balanceOf(order, deal);
    await queueDealMail(tx, context, deal, lapsedMail(lapsed, paid), { at });
    const events = [{ type: "order_lapsed" as const, was: String(order.invoice_number) }];
    return { result: null, events, record: { order_placed: false } };
  });
}

/** Two weeks after delivery. */
export async function closeOrders(context: ChoreContext, now: Date): Promise<void> {
  const isOld = ({ delivered_at: delivered }: Pick<OrderRow, "delivered_at">, at: Date) =>
    delivered !== null && Date.parse(delivered) <= at.getTime() - closedAfterMs;
  const delivered = context.database.reader
    .selectFrom("orders")
    .select(["ref_number", "delivered_at"])
    .where("state", "=", "delivered");
  const due = (await delivered.execute()).filter((order) => isOld(order, now));
  await forOrders(context, due, async ({ tx, at }, order) => {
    if (order.state !== "delivered" || !isOld(order, at)) return nothing;
    await moveOrder(tx, order, { state: "closed", at });
    return { result: null, events: [{ type: "order_closed" }] };
  });
}
