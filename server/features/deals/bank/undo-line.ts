import { isUndone, lineOf, undoneSource } from "#domain/deals/bank-source.ts";
import { payBy } from "#domain/deals/deadlines.ts";
import { owedCents } from "#domain/deals/deal-state.ts";
import type { Order, Payment } from "#domain/deals/deal.ts";
import { nzd } from "#domain/deals/money.ts";
import { type OrderState, orderStates } from "#domain/deals/order.ts";
import { firm } from "#domain/firm.ts";
import { type ByStaff, type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import { changeOrdersOf, type OrdersWork } from "#server/features/deals/deal/change-deals.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { success } from "#server/features/deals/deal/sent-versions.ts";
import { moveQuietly } from "#server/features/deals/orders/change-order.ts";
import { enterMoney, pendingRefusal } from "#server/features/deals/orders/enter-money.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { stopMails, withdrawMail } from "#server/services/mail/outbox-table.ts";

import { noLine } from "./match-line.ts";

interface LineUndo extends ByStaff {
  readonly line: string;
}

/** Takes the payments of a bank line back, by opposite rows of the same day. The line waits again; nobody is mailed. */
export async function undoLine(context: DealContext, undo: LineUndo): Promise<CallOutcome> {
  const { line: id } = undo;
  const references = await paidBy(context.database.reader, id);
  return changeOrdersOf<object>(context, { ...undo, references }, async (parts) => {
    const [first] = parts;
    if (first === undefined) return { refusal: noLine };
    const { tx } = first.work;
    const now = await paidBy(tx, id);
    if (now.join(" ") !== references.join(" ")) return refused("Somebody has just changed it: look again");
    const paid: PaidPart[] = [];
    for (const part of parts) paid.push(...(await paymentsIn(part, id)));
    if (paid.some(({ order, parcels }) => hasLeft(order.state) || parcels > 0))
      return refused("The parcel has left: put it right with a correction");
    for (const part of paid) {
      const refusal = await goneRefusal(part);
      if (refusal !== null) return { refusal };
    }
    for (const part of paid) await takeBack(part, undo);
    const free = { state: "waiting", order_id: null, ref_number: null } as const;
    await tx
      .updateTable("bank_lines")
      .set(free)
      .where("id", "=", id)
      .where("state", "=", "matched")
      .execute();
    return success;
  });
}

/** References of the records that the line has paid, in one order. */
async function paidBy(db: Query, line: string): Promise<string[]> {
  const payments = db.selectFrom("payments").innerJoin("orders", "orders.id", "payments.order_id");
  const ofLine = payments.where((row) =>
    row.or([row("source", "=", `bank:${line}`), row("source", "like", `bank:${line}:%`)]),
  );
  const rows = await ofLine.select("orders.ref_number").distinct().execute();
  return rows.map(({ ref_number }) => ref_number).toSorted();
}

interface PaidPart extends OrdersWork {
  readonly order: Order;
  readonly payment: Payment;
  readonly parcels: number;
}

async function paymentsIn(part: OrdersWork, line: string): Promise<PaidPart[]> {
  const found: PaidPart[] = [];
  for (const order of part.orders) {
    const payments = await paymentsOf(part.work.tx, order.id);
    const parcels = part.work.tx.selectFrom("parcels").select("id").where("order_id", "=", order.id);
    const { length } = await parcels.where("state", "<>", "removed").execute();
    const theirs = payments.filter((one) => lineOf(one) === line && !isUndone(one, payments));
    found.push(...theirs.map((payment) => ({ ...part, order, payment, parcels: length })));
  }
  return found;
}

/** Refuses to take money back that has left the order already, or is on its way out. */
async function goneRefusal({ work, order, payment }: PaidPart): Promise<Refusal | null> {
  const taken = work.tx.selectFrom("taken_back").select("id").where("order_id", "=", order.id);
  const byBank = taken.where("why", "=", "bank").where("seen_at", "is", null);
  const open = await byBank.where("amount_cents", "=", payment.amount_cents).executeTakeFirst();
  if (order.paid_cents < payment.amount_cents || open !== undefined)
    return { status: 409, message: "That money has gone back already: look at the order" };
  return pendingRefusal(work.tx, order.id);
}

const hasLeft = (state: OrderState) =>
  orderStates[state].money === "due" && orderStates[state].isUnsent !== true;

async function takeBack(
  { work, order, payment: { id, amount_cents, received_on, source } }: PaidPart,
  { userId }: LineUndo,
): Promise<void> {
  const money = { amount_cents: -amount_cents, received_on, method: "correction", currency: nzd } as const;
  const entry = { ...money, note: "Not for this order", source: undoneSource(source), userId };
  const { order: left } = await enterMoney(work, order, entry);
  work.event({ type: "payment", becomes: String(-amount_cents), was: "correction" });
  const { tx, at, context } = work;
  await stopMails(tx, order.ref_number, `part/${id}`, at);
  if (orderStates[left.state].step !== "pack" || owedCents(left) <= 0) return;
  const paid = `paid/${order.id}`; // One that has not left is written anew with the right payment.
  if (!(await withdrawMail(tx, paid))) await stopMails(tx, order.ref_number, paid, at);
  const until = payBy(at, firm.pay_within_days, context.calendar).toISOString();
  const pay_by = new Date(left.pay_by) > at ? left.pay_by : until;
  await moveQuietly(work, left, { state: "awaiting_payment", paid_at: null, pay_by });
}
