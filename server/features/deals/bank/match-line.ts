import { bankSource } from "#domain/deals/bank-source.ts";
import { owedCents } from "#domain/deals/deal-state.ts";
import type { Order } from "#domain/deals/deal.ts";
import { nzd } from "#domain/deals/money.ts";
import { orderActions, type OrderState } from "#domain/deals/order.ts";
import {
  type AnyWork,
  type ByStaff,
  type CallOutcome,
  refused,
  Work,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { success } from "#server/features/deals/deal/sent-versions.ts";
import { changeKeptOrder } from "#server/features/deals/orders/change-kept-order.ts";
import { enteredBy, receiveMoney } from "#server/features/deals/orders/payments.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { BankLineRow } from "#server/platform/database/money-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

interface LineMatch extends ByStaff {
  readonly line: string;
  readonly reference: string;
}

export interface MatchedOrder {
  readonly ref: string;
  readonly balance_cents: number;
  readonly state: OrderState;
}

/** Returns the order of the deal that the payment is for; undefined if there is none. */
type Choose = (orders: readonly Order[], line: BankLineRow, at: Date) => Order | undefined;

const newest: Choose = (orders) => orders.at(-1);

/**
 * Enters a waiting line as a payment, in one transaction with the line's new state: once, however often and from wherever
 * it is asked for. Returns null if there is no such deal.
 */
export function matchLine(
  context: DealContext,
  match: LineMatch,
  choose: Choose = newest,
): Promise<CallOutcome<MatchedOrder> | null> {
  const { line: id, reference: ref, userId } = match;
  return changeKeptOrder<CallOutcome<MatchedOrder>>(context, match, async (work, orders) => {
    const { tx, at } = work;
    const line = await tx.selectFrom("bank_lines").selectAll().where("id", "=", id).executeTakeFirst();
    if (line === undefined) return { refusal: noLine };
    const before = orders.find((order) => order.id === line.order_id);
    if (before !== undefined) return { ok: { ref, balance_cents: owedCents(before), state: before.state } };
    const order = choose(orders, line, at);
    if (order === undefined) return refused(orderActions.payment.refusal);
    const cells = { order_id: order.id, ref_number: ref, user_id: userId, at: at.toISOString() };
    if (!(await setState(work, id, { state: "matched", ...cells })))
      return { refusal: await takenRefusal(work, id) };
    const { amount_cents, day: received_on } = line;
    const money = { amount_cents, received_on, method: "transfer", note: null, currency: nzd } as const;
    const state = await receiveMoney(work, order, { ...money, source: await nextSource(tx, id), userId });
    return { ok: { ref, balance_cents: owedCents(order) - amount_cents, state } };
  });
}

export const noLine: Refusal = { status: 404, message: "There is no such line of a bank statement" };

/** A line that was taken back, or split, makes several payments. */
export async function nextSource(tx: Query, line: string): Promise<string> {
  const payments = tx.selectFrom("payments").select("id");
  const ofLine = payments.where((row) =>
    row.or([row("source", "=", bankSource(line, 0)), row("source", "like", `${bankSource(line, 0)}:%`)]),
  );
  return bankSource(line, (await ofLine.execute()).length);
}

/** Returns false if it no longer waited. */
export async function setState({ tx }: AnyWork, id: string, cells: Partial<BankLineRow>): Promise<boolean> {
  const waiting = tx.updateTable("bank_lines").set(cells).where("id", "=", id).where("state", "=", "waiting");
  return (await waiting.returning("id").executeTakeFirst()) !== undefined;
}

export async function takenRefusal(work: AnyWork, id: string): Promise<Refusal> {
  const lines = work.tx.selectFrom("bank_lines").selectAll().where("id", "=", id);
  const line = await lines.executeTakeFirst();
  if (line === undefined) return noLine;
  const where = line.ref_number === null ? "put aside" : `in ${line.ref_number}`;
  const message = `This payment is already ${where}, ${await enteredBy(work, line.user_id, line.at)}`;
  return { status: 409, message };
}

/** Puts money aside that is for no order: between own accounts, or a payment that was entered by hand. */
export function ignoreLine(
  context: DealContext,
  { line: id, userId }: ByStaff & { readonly line: string },
): Promise<CallOutcome> {
  return context.database.write<CallOutcome>(async (tx) => {
    const work = new Work(context, tx, null, userId);
    const at = work.at.toISOString();
    if (await setState(work, id, { state: "ignored", user_id: userId, at })) return success;
    const line = tx.selectFrom("bank_lines").select("state").where("id", "=", id);
    const isIgnored = (await line.executeTakeFirst())?.state === "ignored";
    return isIgnored ? success : { refusal: await takenRefusal(work, id) };
  });
}
