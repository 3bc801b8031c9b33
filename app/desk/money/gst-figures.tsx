import { Link } from "react-router";

import { recordLink } from "#app/desk/state/desk-view.ts";
import { CountTable } from "#app/desk/statistics/tables.tsx";
import type { Days, Gst, GstPurchase, GstRow } from "#domain/deals/money-wire.ts";
import { type Cents, formatCents } from "#domain/deals/money.ts";
import type { GstKind } from "#domain/deals/purchase.ts";
import type { FirmFacts } from "#domain/firm.ts";
import { formatDay } from "#domain/nz-time.ts";

interface GstFiguresProps {
  readonly days: Days;
  readonly gst: Gst;
  readonly basis: FirmFacts["gst_basis"];
  readonly now: Date;
}

const basisNames = { payments: "Payments basis", invoices: "Invoice basis" } as const;

/** A period's GST on both bases, the firm's own first, and the machines that were bought in it. */
export function GstFigures({ days: { from, to }, gst, basis: own, now }: GstFiguresProps) {
  const { payments, invoices, purchases } = gst;
  const bases = [own, own === "payments" ? "invoices" : "payments"] as const;
  const credit = sumOf(purchases.map(({ credit_cents: cents }) => cents));
  const row = (name: string, cents: (basis: (typeof bases)[number]) => Cents) => ({
    name,
    counts: bases.map((basis) => formatCents(cents(basis))),
  });
  return (
    <div className="grid gap-2">
      <CountTable
        title={`GST, ${formatDay(from, now)} to ${formatDay(to)} ${to.slice(0, 4)}`}
        intro="Sales and refunds include GST. What else you spent is not in it. A sum below zero comes back to you."
        columns={["Sum", `${basisNames[bases[0]]} (yours)`, basisNames[bases[1]]]}
        rows={[
          row("Sales", (basis) => gst[basis].sales_cents),
          row("Refunded", (basis) => gst[basis].credits_cents),
          row("GST on sales", (basis) => gst[basis].gst_cents),
          row("GST credit for machines", () => credit),
          row("Left to pay", (basis) => gst[basis].gst_cents - credit),
          row("Overpaid, not in sales", (basis) => gst[basis].overpaid_cents),
        ]}
      />
      <Purchases purchases={purchases} />
      <RowsBehind title="Payments" rows={payments.rows} />
      <RowsBehind title="Invoices and credit notes" rows={invoices.rows} />
    </div>
  );
}

const sumOf = (cents: readonly Cents[]) => cents.reduce((sum, one) => sum + one, 0);

const kindNames = {
  "second-hand": "second-hand goods",
  "taxable-theirs": "their invoice",
  "taxable-ours": "our invoice",
  none: "no GST",
} as const satisfies Record<GstKind, string>;

function Purchases({ purchases }: { readonly purchases: readonly GstPurchase[] }) {
  const paid = sumOf(purchases.map(({ cents }) => cents));
  return (
    <CountTable
      title="Machines bought"
      intro={`${formatCents(paid)} in all. The GST credit is 3/23 of what was paid.`}
      columns={["Machine", "Paid", "GST credit"]}
      rows={purchases.map(({ number, day, gst, cents, credit_cents: credit }) => ({
        name: `${number}: ${day}, ${kindNames[gst]}`,
        counts: [cents, credit].map(formatCents),
      }))}
    />
  );
}

function RowsBehind({ title: what, rows }: { readonly title: string; readonly rows: readonly GstRow[] }) {
  return (
    <details className="print:hidden">
      <summary className="text-link min-h-11 w-fit content-center">
        {what} behind it: {rows.length}
      </summary>
      <CountTable
        title={what}
        intro="Refunds are negative."
        columns={["No.", "Document", "Record", "Day", "Amount", "GST"]}
        rows={rows.map(({ document: number, method, ref, day, overpaid_cents: over = 0, ...row }, at) => ({
          name: String(at + 1),
          counts: [
            number,
            <Link key={ref} className="text-link" to={recordLink(ref)}>
              {ref}
            </Link>,
            `${day} ${method ?? ""}`,
            `${formatCents(row.cents)}${over === 0 ? "" : `, overpaid ${formatCents(over)}`}`,
            formatCents(row.gst_cents),
          ],
        }))}
      />
    </details>
  );
}
