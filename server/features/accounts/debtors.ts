import { sql } from "kysely";

import { ageNames, type Debtor, type Debtors } from "#domain/deals/debtors.ts";
import { documentNumber } from "#domain/deals/documents.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import { customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

const owed = sql<number>`total_cents - credited_cents - paid_cents`;

/** Returns what is owed on orders that have not lapsed or been cancelled, oldest invoice first, and its sums by age. */
export async function readDebtors(db: Query, services: Services): Promise<Debtors> {
  const orders = await owingOrders(db);
  const today = nzDate(services.now());
  const rows = orders.map((order): Debtor => {
    const { ref_number: ref, invoice_number: serial, cents, issued_at: at, approved_at } = order;
    const since = nzDate(new Date(at ?? approved_at));
    const name = customerIfReadable(services, order)?.full_name ?? null;
    const days = (Date.parse(today) - Date.parse(since)) / dayMs;
    return { ref, invoice: documentNumber("invoice", serial), name, since, days, cents };
  });
  const ages = { "0-30": 0, "31-60": 0, "61-90": 0, "over-90": 0 };
  for (const { days, cents } of rows) ages[ageOf(days)] += cents;
  return { rows, ages };
}

function ageOf(days: number) {
  return ageNames[Math.max(0, Math.ceil(days / 30) - 1)] ?? "over-90";
}

/** An order's last invoice is the one that stands. */
function owingOrders(db: Query) {
  return db
    .selectFrom("orders")
    .select(["id", "ref_number", "invoice_number", "customer", "approved_at", owed.as("cents")])
    .select((order) =>
      order
        .selectFrom("documents")
        .select(({ fn }) => fn.max("issued_at").as("at"))
        .whereRef("documents.order_id", "=", "orders.id")
        .where("kind", "=", "invoice")
        .$castTo<{ at: string | null }>()
        .as("issued_at"),
    )
    .where(sql<boolean>`(state = 'awaiting_payment' or is_unsettled)`) // Worded as in the indexes.
    .where("state", "not in", ["lapsed", "cancelled"])
    .where(owed, ">", 0)
    .orderBy("issued_at")
    .orderBy("invoice_number")
    .execute();
}
