import { formatCents } from "#domain/deals/money.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { ordersKeptUntil, ordersLaw, purchasesLaw } from "#domain/retention.ts";
import type { ErasureReport } from "#server/features/retention/person.ts";

/** Reports what was erased, and what stays by which law and until when. `mails` is null if they could not be removed. */
export function report(
  { erased, kept, orders, cancelled, purchases }: ErasureReport,
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
    ...section(
      `Kept, because tax law requires it (${ordersLaw}): orders with the quote they agreed to, the sealed name and address of the buyer, their invoices and credit notes, payments with what bank and card company wrote, and parcels. They are removed by themselves:`,
      orders.map((order) => `${invoiceOf(order)}, until ${ordersKeptUntil(new Date(order.changed_at))}`),
    ),
    ...section(
      `Kept, because the law requires it (${purchasesLaw}): the sealed record of who sold us a machine. It is removed by itself:`,
      purchases.map(
        ({ machine_number: machine, ref_number: reference, bought_on: day }) =>
          `machine ${machine} of ${reference}, until ${ordersKeptUntil(nzInstant(day, "00:00"))}`,
      ),
    ),
    ...section(
      "Cancelled, because they were paid and not sent. Their money has to be paid back: Money at the desk lists it.",
      cancelled
        .filter(({ paid_cents: cents }) => cents > 0)
        .map((order) => `${invoiceOf(order)}: ${formatCents(order.paid_cents)}`),
    ),
  ].join("\n");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function invoiceOf(order: { readonly invoice_number: number; readonly ref_number: string }): string {
  return `invoice ${order.invoice_number} of ${order.ref_number}`;
}
