import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { deliveryDaysMost } from "#domain/deals/claims.ts";
import { businessDayAfter } from "#domain/deals/deadlines.ts";
import type { ReturnKind } from "#domain/deals/returns.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Promises, Proven } from "#domain/statistics.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { Period } from "./count-records.ts";

/** Of the parcels that left in the period: one that was lost, or should be there by now, is late. */
export async function countDeliveries(
  db: Query,
  calendar: BusinessCalendar,
  { begins, ends }: Period,
  now: Date,
): Promise<Proven> {
  const parcels = await db
    .selectFrom("parcels")
    .select(["sent_at", "delivered_at", "state"])
    .where("sent_at", ">=", begins.toISOString())
    .where("sent_at", "<", ends.toISOString())
    .where("state", "<>", "removed")
    .execute();
  const outcomes = parcels.flatMap(({ sent_at: sent, delivered_at: delivered, state }) => {
    const last = businessDayAfter(new Date(sent), deliveryDaysMost, calendar);
    if (delivered !== null) return [nzDate(new Date(delivered)) <= last];
    return state !== "with_carrier" || nzDate(now) > last ? [false] : [];
  });
  return { kept: outcomes.filter(Boolean).length, cases: outcomes.length };
}

const breaches: Readonly<Record<"fits" | "described", readonly ReturnKind[]>> = {
  fits: ["does-not-fit"],
  described: ["faulty", "wrong-part", "damaged"],
};

/** Of the orders that were delivered in the period: those with no return of the kind, refused ones left out. */
export async function countReturns(
  db: Query,
  { begins, ends }: Period,
): Promise<Pick<Promises, keyof typeof breaches>> {
  const rows = await db
    .selectFrom("orders")
    .leftJoin("returns", (join) =>
      join.onRef("returns.order_id", "=", "orders.id").on("returns.state", "<>", "refused"),
    )
    .select(["orders.id", "returns.kind"])
    .where("orders.delivered_at", ">=", begins.toISOString())
    .where("orders.delivered_at", "<", ends.toISOString())
    .execute();
  const ordersWhere = (test: (kind: ReturnKind | null) => boolean) =>
    new Set(rows.filter(({ kind }) => test(kind)).map(({ id }) => id)).size;
  const cases = ordersWhere(() => true);
  const proven = (kinds: readonly ReturnKind[]) => ({
    kept: cases - ordersWhere((kind) => kind !== null && kinds.includes(kind)),
    cases,
  });
  return { fits: proven(breaches.fits), described: proven(breaches.described) };
}
