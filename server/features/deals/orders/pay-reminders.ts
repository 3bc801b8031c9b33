import { isPayReminderDue } from "#domain/deals/deadlines.ts";
import { isOverdue, lastDayToPay, owedCents } from "#domain/deals/deal-state.ts";
import type { Order } from "#domain/deals/deal.ts";
import type { ChoreContext } from "#server/features/deals/deal/change-deal.ts";
import { untoldKey } from "#server/features/deals/deal/deal-mail.ts";
import { isDecided, noneToDecide } from "#server/features/deals/deal/mails-to-decide.ts";
import { eventByKey } from "#server/features/records/record-events.ts";
import type { Query } from "#server/platform/database/database.ts";
import { noneCameBack } from "#server/services/mail/reported-mail.ts";

import { forOrders } from "./order-chores.ts";
import { queueOrderMails } from "./order-mails.ts";

type UnpaidOrder = Pick<Order, "id" | "ref_number" | "pay_by" | "approved_at" | "changed_at">;

/**
 * Reminds the customer of each unpaid order once, one business day before the last moment to pay; and again for a later day that staff
 * gave, or after a payment that was for another order.
 */
export async function remindOfPayments(context: ChoreContext, now: Date): Promise<void> {
  const { reader } = context.database;
  const due: UnpaidOrder[] = [];
  for (const order of await unpaidOrders(reader, now))
    if ((await dueReminder(reader, order, context, now)) !== null) due.push(order);
  await forOrders(context, due, async (work, order) => {
    const { tx, at } = work;
    const isOpen = order.state === "awaiting_payment" && !isOverdue(order, at) && owedCents(order) > 0;
    if (!isOpen || !(await isDecided(tx, order.ref_number, at))) return;
    const ends = await dueReminder(tx, order, context, at);
    if (ends !== null) await queueOrderMails(work, order, ["pay"], { ends });
  });
}

function unpaidOrders(db: Query, now: Date): Promise<UnpaidOrder[]> {
  return db
    .selectFrom("orders")
    .select(["id", "ref_number", "pay_by", "approved_at", "changed_at"])
    .where("orders.state", "=", "awaiting_payment")
    .where("orders.pay_by", ">", now.toISOString())
    .where(noneCameBack("orders.ref_number", "orders.approved_at"))
    .where(noneToDecide("orders.ref_number", now))
    .orderBy("orders.invoice_number")
    .execute();
}

/** Returns the end of the key of the reminder that is due; null if none is, or the customer has had it. */
async function dueReminder(
  db: Query,
  order: UnpaidOrder,
  { calendar }: Pick<ChoreContext, "calendar">,
  now: Date,
): Promise<{ readonly pay?: string } | null> {
  const lastDay = lastDayToPay(order);
  const isDueSince = (since: string) => isPayReminderDue({ since: new Date(since), lastDay }, now, calendar);
  if (!isDueSince(order.approved_at)) return null;
  // Nobody is mailed that a payment was for another order: the reminder says it, also on the same day.
  const isUndone = await hasUndonePayment(db, order.id);
  if (!isUndone && !isDueSince(order.changed_at)) return null;
  const isRenewed = isUndone || (await isTold(db, `later/${order.id}/${lastDay}`));
  const key = isRenewed ? `pay/${order.id}/${lastDay}` : `pay/${order.id}`;
  if (await isTold(db, key)) return null;
  return isRenewed ? { pay: lastDay } : {};
}

async function hasUndonePayment(db: Query, orderId: string): Promise<boolean> {
  const payments = db.selectFrom("payments").select("id").where("order_id", "=", orderId);
  return (await payments.where("source", "like", "undone %").executeTakeFirst()) !== undefined;
}

/** By the mail of that key, or by staff if there is no address. */
async function isTold(db: Query, key: string): Promise<boolean> {
  const mail = await db.selectFrom("outbox").select("key").where("key", "=", key).executeTakeFirst();
  return mail !== undefined || (await eventByKey(db, untoldKey(key))) !== undefined;
}
