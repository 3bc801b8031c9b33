import { formatCents } from "#domain/deals/money.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { ordersKeptUntil, ordersLaw, purchasesLaw } from "#domain/retention.ts";
import type { Erasure } from "#server/features/retention/person.ts";

/** What was erased, and what stays by which law and until when. `mails` is null if they could not be removed. */
export function report(
  { erased, kept, orders, cancelled, purchases }: Erasure,
  mails: number | null,
): string {
  const all = mails === null ? erased : { ...erased, mails };
  const counts = Object.entries(all).map(([what, many]) => `${what} ${many}`);
  const stays =
    kept.length === 0
      ? ""
      : `\nKept, because an order was placed: ${kept.length}. Tax law requires the orders themselves (${ordersLaw}). To erase what else we hold of them: --orders`;
  return [
    `Erased: ${counts.join(", ")}${stays}`,
    ...lawfullyKept(orders),
    ...recordsKept(purchases),
    ...toPayBack(cancelled),
  ].join("\n");
}

function recordsKept(purchases: Erasure["purchases"]): string[] {
  if (purchases.length === 0) return [];
  const named = purchases.map(
    ({ machine_number: machine, ref_number: reference, bought_on: day }) =>
      `  machine ${machine} of ${reference}, until ${ordersKeptUntil(nzInstant(day, "00:00"))}`,
  );
  return [
    `Kept, because the law requires it (${purchasesLaw}): the sealed record of who sold us a machine. It is removed by itself:`,
    ...named,
  ];
}

function lawfullyKept(orders: Erasure["orders"]): string[] {
  if (orders.length === 0) return [];
  const named = orders.map(
    (order) =>
      `  invoice ${order.invoice_number} of ${order.ref_number}, until ${ordersKeptUntil(new Date(order.changed_at))}`,
  );
  return [
    `Kept, because tax law requires it (${ordersLaw}): orders with the quote they agreed to, the sealed name and address of the buyer, their invoices and credit notes, payments with what bank and card company wrote, and parcels. They are removed by themselves:`,
    ...named,
  ];
}

function toPayBack(cancelled: Erasure["cancelled"]): string[] {
  const paid = cancelled.filter(({ paid_cents: cents }) => cents > 0);
  if (paid.length === 0) return [];
  return [
    "Cancelled, because they were paid and not sent. Their money has to be paid back: Money at the desk lists it.",
    ...paid.map(
      ({ invoice_number: invoice, ref_number: reference, paid_cents: cents }) =>
        `  invoice ${invoice} of ${reference}: ${formatCents(cents)}`,
    ),
  ];
}
