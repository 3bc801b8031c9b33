import { endOfDay, laterDayRefusal } from "#domain/deals/deadlines.ts";
import { lastDayToPay, orderRefusal } from "#domain/deals/deal-state.ts";
import { orderChanges } from "#domain/deals/order-changes.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";

import { moveQuietly } from "./change-order.ts";
import { orderForDesk } from "./order-for-desk.ts";
import { queueOrderMails } from "./order-mails.ts";

interface LaterDay {
  readonly pay_by?: string; // The last day.
  readonly note: string | null;
}

const { event: type, refusal: notOrdered } = orderChanges.extend;

/** Gives the customer until a later day, by staff. The page, the reminder and the lapse follow it. */
export async function extendOrder(work: Work, { pay_by: day = "", note }: LaterDay): Promise<CallOutcome> {
  const { deal, at } = work;
  const order = deal.orders.at(-1);
  if (order === undefined) return refused(notOrdered);
  const refusal = orderRefusal("extend", deal, at);
  if (refusal !== null) return refused(refusal);
  const last = lastDayToPay(order);
  const wrong = laterDayRefusal(day, last, at);
  if (wrong !== null) return refused({ status: 422, message: wrong, field: "pay_by" });
  const moved = await moveQuietly(work, order, { state: order.state, pay_by: endOfDay(day).toISOString() });
  await queueOrderMails(work, moved, ["later"], { ends: { later: day } });
  work.event({ type, was: last, becomes: day });
  work.note(note);
  return { ok: { order: orderForDesk(moved) } };
}
