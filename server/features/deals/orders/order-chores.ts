import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { payBy } from "#domain/deals/deadlines.ts";
import { activeOrder, isOverdue } from "#domain/deals/deal-state.ts";
import type { Order } from "#domain/deals/deal.ts";
import { openReturn, returnableUntil } from "#domain/deals/returns.ts";
import { nightlyShare, retentionTime } from "#domain/retention.ts";
import {
  changeDeal,
  type ChoreContext,
  forEachDeal,
  type Work,
} from "#server/features/deals/deal/change-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import { lastMoment } from "#server/services/schedule/chores.ts";

import { endCardPages } from "./card-sessions.ts";
import { moveOrder, recordAfter } from "./change-order.ts";
import { takeInvoiceNumbers, takeNumbers } from "./documents.ts";

/** Runs `act` for each order in its own transaction, which checks again whether there is anything to do. */
export function forOrders(
  context: ChoreContext,
  deals: readonly { readonly ref_number: string }[],
  act: (work: Work, order: Order) => Promise<unknown>,
): Promise<void> {
  return forEachDeal(context, deals, (reference) =>
    changeDeal(context, { reference, userId: null }, async (work) => {
      const order = activeOrder(work.deal);
      if (order !== null) await act(work, order);
    }),
  );
}

/** Frees the parts of orders whose time to pay has passed, longest overdue first. */
export async function lapseOrders(context: ChoreContext, now: Date): Promise<void> {
  const { reader } = context.database;
  const late = reader
    .selectFrom("orders")
    .select("ref_number")
    .where("state", "=", "awaiting_payment")
    .where("pay_by", "<=", now.toISOString())
    .orderBy("pay_by");
  const due = (await late.execute()).slice(0, await lapsesLeft(reader, now));
  await forEachDeal(context, due, (reference) => endCardPages(context, reference));
  await forOrders(context, due, async (work, order) => {
    if (order.state !== "awaiting_payment" || !isOverdue(order, work.at)) return;
    const lapsed = await moveOrder(work, order, { state: "lapsed" });
    work.event({ type: "order_lapsed", was: String(order.invoice_number) });
    work.settleRecord(recordAfter(work.deal, lapsed));
  });
}

/** Returns how many more orders may lapse until tonight. */
async function lapsesLeft(db: Query, now: Date): Promise<number> {
  const orders = db.selectFrom("orders").select(({ fn }) => fn.countAll<number>().as("count"));
  const since = lastMoment(now, retentionTime).toISOString();
  const lapsed = orders.where("state", "=", "lapsed").where("changed_at", ">=", since);
  const all = await orders.executeTakeFirstOrThrow();
  return Math.max(0, nightlyShare(all.count) - (await lapsed.executeTakeFirstOrThrow()).count);
}

/** Closes orders once customers can no longer change their mind, unless something is on its way back. */
export async function closeOrders(context: ChoreContext, now: Date): Promise<void> {
  const isOld = ({ delivered_at: delivered }: { readonly delivered_at: string | null }, at: Date) =>
    delivered !== null && at >= returnableUntil(new Date(delivered));
  const delivered = context.database.reader
    .selectFrom("orders")
    .select(["ref_number", "delivered_at"])
    .where("state", "=", "delivered");
  const due = (await delivered.execute()).filter((order) => isOld(order, now));
  await forOrders(context, due, async (work, order) => {
    if (order.state !== "delivered" || !isOld(order, work.at)) return;
    if (openReturn(work.deal) !== null) return;
    await moveOrder(work, order, { state: "closed" });
    work.event({ type: "order_closed" });
  });
}

/** A restore leaves out more numbers of invoices and of credit notes than are given out between two backups. */
export const numbersLeftOut = 1000;

/** Business days in which staff can enter again what was paid since the backup. */
const daysToEnter = 10;

interface ResumeContext {
  readonly calendar: BusinessCalendar;
  readonly invoiceStart: number;
}

export interface ResumedOrders {
  readonly nextInvoice: number;
  readonly waiting: number; // For payment.
  /** The waiting orders lapse no earlier. */
  readonly payBy: Date;
}

/** Makes up for approvals and payments since a backup that was restored: nobody knows which there were. */
export async function resumeOrders(
  tx: Query,
  { calendar, invoiceStart }: ResumeContext,
  at: Date,
): Promise<ResumedOrders> {
  const earliest = payBy(at, daysToEnter, calendar);
  const unpaid = tx.selectFrom("orders").select("id").where("state", "=", "awaiting_payment");
  const waiting = (await unpaid.execute()).length;
  await giveTime(tx, earliest, at);
  // A number that was given out since the backup is on somebody's tax invoice.
  const last = await takeInvoiceNumbers(tx, invoiceStart, numbersLeftOut);
  await takeNumbers(tx, "credit", numbersLeftOut);
  return { nextInvoice: last + 1, waiting, payBy: earliest };
}

/** Moves the deadline before anything reminds of it or cancels the order: the customer may have paid since. */
async function giveTime(tx: Query, earliest: Date, at: Date): Promise<void> {
  const pay_by = earliest.toISOString();
  const moved = await tx
    .updateTable("orders")
    .set({ pay_by, changed_at: at.toISOString() })
    .where("state", "=", "awaiting_payment")
    .where("pay_by", "<", pay_by)
    .returning("ref_number")
    .execute();
  for (const { ref_number: reference } of moved) {
    const requests = tx.updateTable("quote_requests").set({ step_until: pay_by });
    await requests.where("ref_number", "=", reference).where("next_step", "=", "pay").execute();
  }
}
