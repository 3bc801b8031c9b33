import { nzd } from "#domain/deals/money.ts";
import { orderActions, type OrderState } from "#domain/deals/order.ts";
import type { Outcome } from "#domain/outcome.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  type DealMoment,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { owedCents } from "#server/features/deals/deal/deal-state.ts";
import { enterMoney, type MoneyEntry } from "#server/features/deals/orders/enter-money.ts";
import { enteredBy, receiveMoney } from "#server/features/deals/orders/payments.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";
import type { BankLineRow } from "#server/platform/database/money-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

type Moment = Pick<DealMoment, "tx" | "at">;

interface Match extends ByStaff {
  readonly line: string;
  readonly reference: string;
}

export interface Matched {
  readonly ref: string;
  readonly balance_cents: number;
  readonly state: OrderState;
}

/** The order of the deal that the payment is for; undefined if it is for none. */
type Choose = (orders: readonly OrderRow[], line: BankLineRow, at: Date) => OrderRow | undefined;

const newest: Choose = (orders) => orders.at(-1);

/**
 * Enters a waiting line as a payment, in one transaction with the line's new state: once, however often and from wherever
 * it is asked for. Null if there is no such deal.
 */
export async function matchLine(
  context: DealContext,
  match: Match,
  choose: Choose = newest,
): Promise<CallOutcome<Matched> | null> {
  const outcome = await changeDeal<CallOutcome<Matched>>(context, match, async (moment) => {
    const claimed = await claimLine(moment, moment.deal.orders, { match, choose });
    if ("refusal" in claimed) return refused(claimed.refusal);
    const { order, entry, matched } = claimed.ok;
    if (entry === null) return done(matched);
    const { state, event } = await receiveMoney(context, moment, order, entry);
    return done({ ...matched, state }, { events: [event] });
  });
  return outcome ?? matchLeftOrder(context, match, choose);
}

/** Of an order that has outlived its enquiry: nobody is mailed, and there is no history. */
function matchLeftOrder(
  { database, now }: DealContext,
  match: Match,
  choose: Choose,
): Promise<CallOutcome<Matched> | null> {
  const { reference } = match;
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    const rows = tx.selectFrom("orders").selectAll().where("ref_number", "=", reference);
    const orders = await rows.orderBy("invoice_number").execute();
    if (orders.length === 0) return null;
    const moment = { tx, at: now() };
    const claimed = await claimLine(moment, orders, { match, choose });
    if ("refusal" in claimed) return claimed;
    const { order, entry, matched } = claimed.ok;
    if (entry !== null) await enterMoney(moment, order, entry);
    return { ok: matched };
  });
}

interface Claimed {
  readonly order: OrderRow;
  /** Null if it was entered before. */
  readonly entry: MoneyEntry | null;
  readonly matched: Matched;
}

async function claimLine(
  { tx, at }: Moment,
  orders: readonly OrderRow[],
  { match, choose }: { readonly match: Match; readonly choose: Choose },
): Promise<Outcome<Claimed, Refusal>> {
  const { line: id, reference: ref, userId } = match;
  const line = await tx.selectFrom("bank_lines").selectAll().where("id", "=", id).executeTakeFirst();
  if (line === undefined) return { refusal: noLine };
  const before = orders.find((order) => order.id === line.order_id);
  if (before !== undefined) {
    const matched = { ref, balance_cents: owedCents(before), state: before.state };
    return { ok: { order: before, entry: null, matched } };
  }
  const order = choose(orders, line, at);
  if (order === undefined) return { refusal: { status: 409, message: orderActions.payment.refusal } };
  const cells = { order_id: order.id, ref_number: ref, user_id: userId, at: at.toISOString() };
  const taken = await setState({ tx }, id, { state: "matched", ...cells });
  if (!taken) return { refusal: await takenRefusal({ tx, at }, id) };
  const { amount_cents, day: received_on } = line;
  const money = { amount_cents, received_on, method: "transfer", note: null, currency: nzd } as const;
  const balance_cents = owedCents(order) - amount_cents;
  const matched = { ref, balance_cents, state: order.state };
  return { ok: { order, entry: { ...money, source: `bank:${id}`, userId }, matched } };
}

const noLine: Refusal = { status: 404, message: "There is no such line of a bank statement" };

/** Whether it was still waiting. */
async function setState(
  { tx }: Pick<Moment, "tx">,
  id: string,
  cells: Partial<BankLineRow>,
): Promise<boolean> {
  const waiting = tx.updateTable("bank_lines").set(cells).where("id", "=", id).where("state", "=", "waiting");
  return (await waiting.returning("id").executeTakeFirst()) !== undefined;
}

async function takenRefusal(moment: Moment, id: string): Promise<Refusal> {
  const lines = moment.tx.selectFrom("bank_lines").selectAll().where("id", "=", id);
  const line = await lines.executeTakeFirst();
  if (line === undefined) return noLine;
  const where = line.ref_number === null ? "put aside" : `in ${line.ref_number}`;
  const message = `This payment is already ${where}, ${await enteredBy(moment, line.user_id, line.at)}`;
  return { status: 409, message };
}

/** Money that is for no order: between own accounts, or a payment that was entered by hand. */
export function ignoreLine(
  { database, now }: DealContext,
  { line: id, userId }: Pick<Match, "line" | "userId">,
): Promise<Outcome<true, Refusal>> {
  return database.write(async (tx) => {
    const at = now();
    const isDone = await setState({ tx }, id, { state: "ignored", user_id: userId, at: at.toISOString() });
    if (isDone) return { ok: true };
    const line = tx.selectFrom("bank_lines").select("state").where("id", "=", id);
    const isIgnored = (await line.executeTakeFirst())?.state === "ignored";
    return isIgnored ? { ok: true } : { refusal: await takenRefusal({ tx, at }, id) };
  });
}
