import { addDays } from "#domain/calendar-date.ts";
import { saleStage, saleTools } from "#domain/deals/sale-state.ts";
import { saleStages } from "#domain/deals/sale-states.ts";
import type { SaleForDesk, ShownMachine } from "#domain/deals/sale-wire.ts";
import type { Machine, PickUp } from "#domain/deals/sale.ts";
import { shownVersion } from "#domain/deals/versions.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import type { Query } from "#server/platform/database/database.ts";

import { paidFor } from "./dealers-record.ts";
import { accountIfReadable, readSale } from "./read-sale.ts";

/** Everything that staff see of a vehicle; null if there is no such one. */
export async function saleForDesk(
  context: DealContext,
  db: Query,
  reference: string,
): Promise<SaleForDesk | null> {
  const sale = await readSale(db, reference);
  if (sale === null) return null;
  const now = context.now();
  const pickUp = sale.pickUps.at(-1);
  const { purchases, machine } = sale;
  const purchase = purchases.at(-1);
  return {
    versions: sale.versions.map((version) => shownVersion(version, now)),
    pick_up: pickUp === undefined ? null : { ...pickUp, bank_account: await accountOf(context, db, pickUp) },
    photos: sale.photos,
    purchase:
      purchase === undefined || machine === null
        ? null
        : {
            id: purchase.id,
            at: purchase.at,
            paid_by: paidFor(context, sale)?.paid_by ?? null,
            machine: machineForDesk(machine, now),
          },
    messages: sale.messages,
    link: dealLink(context, sale).url,
    stage: saleStages[saleStage(sale, now)].title,
    ...saleTools(sale, now),
  };
}

async function accountOf(context: DealContext, db: Query, { id }: PickUp): Promise<string | null> {
  const accounts = db.selectFrom("pick_ups").select(["id", "account"]).where("id", "=", id);
  return accountIfReadable(context, await accounts.executeTakeFirstOrThrow());
}

/** With the days until its hold ends: none once the last one is over. */
export function machineForDesk<Of extends Machine>(machine: Of, now: Date): Of & ShownMachine {
  const { hold_until: until } = machine;
  const left = until === null ? 0 : Date.parse(addDays(until, 1)) - Date.parse(nzDate(now));
  return { ...machine, days_to_go: Math.max(0, left / dayMs) };
}
