import { owedCents } from "#domain/deals/deal-state.ts";
import type { ShownOrder } from "#domain/deals/deal-wire.ts";
import type { Order } from "#domain/deals/deal.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";

export function orderForDesk(order: Order): ShownOrder {
  return { ...order, balance_cents: owedCents(order), payment_code: paymentCode(order.invoice_number) };
}
