import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { CalendarDate } from "#domain/calendar-date.ts";
import { deliveryDaysMost } from "#domain/deals/claims.ts";
import { businessDayAfter } from "#domain/deals/deadlines.ts";
import type { ReturnKind } from "#domain/deals/returns.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { ProvenClaim } from "#domain/statistics.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { Period } from "./count-records.ts";

/** Counts parcels that left in the period as late if they were lost or should be there by now. */
export async function countDeliveries(
  db: Query,
  calendar: BusinessCalendar,
  { begins, ends }: Period,
  now: Date,
): Promise<ProvenClaim> {
  const parcels = await db
    .selectFrom("parcels")
    .select(["sent_at", "delivered_at", "state"])
    .where("sent_at", ">=", begins.toISOString())
    .where("sent_at", "<", ends.toISOString())
    .where("state", "<>", "removed")
    .execute();
  const lastDays = new Map<CalendarDate, CalendarDate>();
  const outcomes = parcels.flatMap(({ sent_at: sent, delivered_at: delivered, state }) => {
    const left = nzDate(new Date(sent));
    const last = lastDays.get(left) ?? businessDayAfter(new Date(sent), deliveryDaysMost, calendar);
    lastDays.set(left, last);
    if (delivered !== null) return [nzDate(new Date(delivered)) <= last];
    return state !== "with_carrier" || nzDate(now) > last ? [false] : [];
  });
  return { kept: outcomes.filter(Boolean).length, cases: outcomes.length };
}

const breaches: Readonly<Record<"fits" | "described", readonly ReturnKind[]>> = {
  fits: ["does-not-fit"],
  described: ["faulty", "wrong-part", "damaged"],
};

/** Counts the orders delivered in the period without a return of each kind. Refused returns are left out. */
export async function countReturns(db: Query, { begins, ends }: Period) {
  const delivered = db
    .selectFrom("orders")
    .where("delivered_at", ">=", begins.toISOString())
    .where("delivered_at", "<", ends.toISOString());
  const { cases } = await delivered
    .select((row) => row.fn.countAll<number>().as("cases"))
    .executeTakeFirstOrThrow();
  const back = await db
    .selectFrom("returns")
    .select(["order_id", "kind"])
    .where("state", "<>", "refused")
    .where("order_id", "in", delivered.select("id"))
    .execute();
  const proven = (kinds: readonly ReturnKind[]) => {
    const broken = new Set(back.filter(({ kind }) => kinds.includes(kind)).map((one) => one.order_id));
    return { kept: cases - broken.size, cases };
  };
  return { fits: proven(breaches.fits), described: proven(breaches.described) };
}
