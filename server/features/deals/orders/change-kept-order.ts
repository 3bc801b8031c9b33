import type { Deal, Order } from "#domain/deals/deal.ts";
import { changeDeal, type ChangeOptions, Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { ordersOf } from "#server/features/deals/deal/read-deal.ts";
import { keepResponse, refuseRepetition, responseIn } from "#server/features/deals/deal/repeated-call.ts";

/** A change of an order that may have outlived its enquiry. */
export type KeptOrderWork = Work<Deal | null>;

/**
 * Changes an order, whether its enquiry is still there or not: money is never dropped. `act` gets all orders of the
 * reference, oldest first. Returns null if there are none. Throws RepeatedCall.
 */
export async function changeKeptOrder<Result>(
  context: DealContext,
  options: ChangeOptions,
  act: (work: KeptOrderWork, orders: readonly Order[]) => Promise<Result>,
): Promise<Result | null> {
  const changed = await changeDeal(context, options, (work) => act(work, work.deal.orders));
  if (changed !== null) return changed;
  const { database } = context;
  const { reference, userId, callKey = null } = options;
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    await refuseRepetition(tx, callKey);
    const orders = await ordersOf(tx, [reference]);
    if (orders.length === 0) return null;
    const work = new Work(context, tx, null, userId);
    const result = await act(work, orders);
    await keepResponse(tx, { reference, callKey, response: responseIn(result), at: work.at });
    return result;
  });
}

/** Changes one order, for what the bank, the card company or the customer did. */
export async function changeOrderById(
  context: DealContext,
  { order_id, ref_number: reference }: { readonly order_id: string; readonly ref_number: string },
  act: (work: KeptOrderWork, order: Order) => Promise<unknown>,
): Promise<void> {
  await changeKeptOrder(context, { reference, userId: null }, async (work, orders) => {
    const order = orders.find(({ id }) => id === order_id);
    if (order !== undefined) await act(work, order);
    return true;
  });
}

/** Returns the order that money is for: the last one without an invoice number. */
export function orderFor(
  orders: readonly Order[],
  { invoice_number: number }: { readonly invoice_number?: number },
): Order | undefined {
  return number === undefined ? orders.at(-1) : orders.find((order) => order.invoice_number === number);
}
