import { nzDate } from "#domain/nz-time.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { receiveMoney } from "#server/features/deals/orders/payments.ts";
import type { Services } from "#server/services/services.ts";

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
    await changeDeal(services, { reference, userId: null }, async (work) => {
      const order = work.deal.orders.at(-1);
      if (order !== undefined) await receiveMoney(work, order, entry);
    });
  } catch (error) {
    if (!/payments[._]source/.test(String(error))) throw error;
  }
}
