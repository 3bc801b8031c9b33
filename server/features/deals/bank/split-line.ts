import type { Order } from "#domain/deals/deal.ts";
import { formatCents, nzd } from "#domain/deals/money.ts";
import { orderActions } from "#domain/deals/order.ts";
import { type ByStaff, type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import { changeOrdersOf, type OrdersWork } from "#server/features/deals/deal/change-deals.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { success } from "#server/features/deals/deal/sent-versions.ts";
import { receiveMoney } from "#server/features/deals/orders/payments.ts";
import type { BankLineRow } from "#server/platform/database/money-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { noLine, nextSource, setState, takenRefusal } from "./match-line.ts";

export interface LinePart {
  readonly ref: string;
  readonly amount_cents: number;
}

interface LineSplit extends ByStaff {
  readonly line: string;
  readonly parts: readonly LinePart[];
}

/** Enters one transfer for the orders of several records: all parts, or none. */
export function splitLine(context: DealContext, split: LineSplit): Promise<CallOutcome> {
  const { line: id, parts, userId } = split;
  const references = [...new Set(parts.map(({ ref }) => ref))];
  return changeOrdersOf<object>(context, { ...split, references }, async (works) => {
    const [first] = works;
    if (first === undefined) return { refusal: { status: 422, message: "Name the orders that it is for" } };
    const { tx, at } = first.work;
    const line = await tx.selectFrom("bank_lines").selectAll().where("id", "=", id).executeTakeFirst();
    if (line === undefined) return { refusal: noLine };
    const refusal = partsRefusal(line, parts);
    if (refusal !== null) return { refusal };
    const newest = works.map((one) => ({ ...one, order: one.orders.at(-1) }));
    const entered = newest.filter((one): one is EnteredPart => one.order !== undefined);
    const [payer] = entered;
    if (entered.length < works.length || payer === undefined) return refused(orderActions.payment.refusal);
    const cells = { order_id: payer.order.id, ref_number: payer.reference, user_id: userId };
    if (!(await setState(first.work, id, { ...cells, state: "matched", at: at.toISOString() })))
      return { refusal: await takenRefusal(first.work, id) };
    for (const part of entered) await enterPart(part, line, split);
    return success;
  });
}

type EnteredPart = OrdersWork & { readonly order: Order };

async function enterPart(
  { reference, work, order }: EnteredPart,
  { id, day: received_on }: BankLineRow,
  { parts, userId }: LineSplit,
): Promise<void> {
  const amount_cents = parts.find(({ ref }) => ref === reference)?.amount_cents ?? 0;
  const money = { amount_cents, received_on, method: "transfer", note: null, currency: nzd } as const;
  await receiveMoney(work, order, { ...money, source: await nextSource(work.tx, id), userId });
}

function partsRefusal(line: BankLineRow, parts: readonly LinePart[]): Refusal | null {
  const refuse = (message: string) => ({ status: 422, message, field: "refs" });
  if (parts.some(({ amount_cents: cents }) => !Number.isSafeInteger(cents) || cents <= 0))
    return refuse("Each part must be more than $0.00");
  if (new Set(parts.map(({ ref }) => ref)).size < parts.length)
    return refuse("Each part must be for another record");
  const sum = parts.reduce((all, { amount_cents: cents }) => all + cents, 0);
  const [parted, whole] = [formatCents(sum), formatCents(line.amount_cents)];
  return sum === line.amount_cents ? null : refuse(`The parts make ${parted}, but ${whole} came in`);
}
