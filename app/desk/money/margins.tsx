import { useState } from "react";

import { CountTable } from "#app/desk/statistics/tables.tsx";
import type { Days } from "#domain/deals/money-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import type { YardMachine } from "#domain/deals/sale-wire.ts";

import { MoneyBox } from "./money-box.tsx";

interface MarginsProps {
  readonly days: Days;
  readonly machines: readonly YardMachine[];
}

/** What each machine cost and brought so far: those bought in the period, or all. */
export function Margins({ days: { from, to }, machines }: MarginsProps) {
  const [hasAll, setHasAll] = useState(false);
  const bought = machines.flatMap(({ number, name, bought_on: day, price_cents: paid, sold_cents: sold }) =>
    day !== null && paid !== null && (hasAll || (day >= from && day <= to))
      ? [{ name: `${number}: ${name}`, counts: [paid, sold, sold - paid] }]
      : [],
  );
  const [paid = 0, sold = 0] = [0, 1].map((at) =>
    bought.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
  );
  return (
    <MoneyBox title="Margin per machine" text="What was paid for a machine, and what was sold off it so far.">
      <label className="mb-2 flex min-h-11 items-center gap-2 text-sm print:hidden">
        <input type="checkbox" checked={hasAll} onChange={({ target }) => setHasAll(target.checked)} />
        Those bought before and after the period, too
      </label>
      <CountTable
        title={hasAll ? "All machines bought" : "Bought in the period"}
        intro={`Sold ${formatCents(sold)} of ${formatCents(paid)} paid. All sums include GST.`}
        columns={["Machine", "Paid", "Sold so far", "Margin"]}
        rows={bought.map(({ name, counts }) => ({ name, counts: counts.map(formatCents) }))}
      />
    </MoneyBox>
  );
}
