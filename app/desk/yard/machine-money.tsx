import { formatCents } from "#domain/deals/money.ts";
import type { YardMachine } from "#domain/deals/sale-wire.ts";

/** What a machine brought, and what is asked for the parts that are left. The row says what was paid for it. */
export function MachineMoney({ machine }: { readonly machine: YardMachine }) {
  const { sold_cents: sold, left, left_cents: asked } = machine;
  if (sold === 0 && left === 0) return null;
  return (
    <p className="text-ink-muted text-sm tabular-nums">
      {`Sold so far ${formatCents(sold)}; ${left === 1 ? "1 part" : `${left} parts`} left at ${formatCents(asked)}.`}
    </p>
  );
}
