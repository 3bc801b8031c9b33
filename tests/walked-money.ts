import { orderRefusal } from "#domain/deals/order.ts";
import { nzDate } from "#domain/nz-time.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import { orderFacts, owedCents } from "#server/features/deals/deal/deal-state.ts";
import { recordAfter } from "#server/features/deals/orders/change-order.ts";
import { receiveMoney } from "#server/features/deals/orders/payments.ts";
import { payBack } from "#server/features/deals/orders/refunds.ts";
import type { Services } from "#server/services/services.ts";

/** Money goes back as staff enter it. */
export function walkRefund(
  services: Services,
  { reference, ...by }: ByStaff & { readonly reference: string },
  amount_cents: number,
): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(services, { reference, ...by }, async (moment) => {
    const order = moment.deal.orders.at(-1);
    const refusal = order === undefined ? "No order" : orderRefusal("refund", orderFacts(order, moment.deal));
    if (order === undefined || refusal !== null) return refused(refusal ?? "");
    const refund = { amount_cents, method: "transfer", note: null, source: null, lines: [] } as const;
    const paid = await payBack(services, moment, order, { ...refund, userId: by.userId });
    if ("refusal" in paid) return refused(paid.refusal);
    const { order: now, event } = paid.ok;
    return done({ balance_cents: owedCents(now) }, { events: [event], record: recordAfter(moment, now) });
  });
}

interface BankMoney {
  readonly amount_cents: number;
  readonly currency: string;
  /** What says whether it was entered before. */
  readonly source: string;
}

/** Money comes in by itself, from a bank line or a card. What was entered before is entered no second time. */
export async function walkReceived(services: Services, reference: string, money: BankMoney): Promise<void> {
  const received_on = nzDate(services.now());
  const entry = { ...money, method: "transfer", received_on, note: null, userId: null } as const;
  try {
    await changeDeal(services, { reference, userId: null }, async (moment) => {
      const order = moment.deal.orders.at(-1);
      if (order === undefined) return { result: null };
      const { event } = await receiveMoney(services, moment, order, entry);
      return { result: null, events: [event] };
    });
  } catch (error) {
    if (!/payments[._]source/.test(String(error))) throw error;
  }
}
