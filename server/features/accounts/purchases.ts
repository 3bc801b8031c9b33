import type { GstPurchase } from "#domain/deals/money-wire.ts";
import { gstCredit } from "#domain/deals/purchase.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { DayRange } from "./period.ts";

export interface Bought extends GstPurchase {
  readonly name: string; // The machine's.
  readonly ref: string | null;
  readonly seller: string;
}

/**
 * Returns the machines that were bought in these days, as the last record of each purchase says. The seller is the one
 * of the enquiry: nobody opens the dealer's record without an entry in the audit list.
 */
export async function purchasesIn(db: Query, { from, to }: DayRange): Promise<Bought[]> {
  const machines = await db
    .selectFrom("machines")
    .leftJoin("vehicle_submissions as enquiry", "enquiry.ref_number", "machines.ref_number")
    .select(["machines.number", "name", "bought_on", "gst", "price_cents", "machines.ref_number as ref"])
    .select("full_name")
    .where("bought_on", ">=", from)
    .where("bought_on", "<=", to)
    .orderBy("bought_on")
    .orderBy("machines.number")
    .execute();
  return machines.flatMap(({ number, name, bought_on: day, gst, price_cents: cents, ref, full_name }) => {
    if (day === null || gst === null || cents === null) return []; // It stood in the yard before.
    const seller = full_name ?? `Seller of machine ${number}`;
    return { number, day, gst, cents, credit_cents: gstCredit(gst, cents), name, ref, seller };
  });
}
