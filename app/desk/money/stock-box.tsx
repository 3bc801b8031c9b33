import { formatCents } from "#domain/deals/money.ts";
import type { StockFigures } from "#domain/deals/stock-figures.ts";

import { MoneyBox } from "./money-box.tsx";

/** What lies on the shelves, how fast it sells, and what people asked for in vain. */
export function StockBox({ stock }: { readonly stock: StockFigures }) {
  const { shelved, shelved_cents: value, sold, shelf_days: days, not_in_stock: missing } = stock;
  const text = [
    `${shelved === 1 ? "1 part" : `${shelved} parts`} on the shelf at ${formatCents(value)}.`,
    `Sold in the last 30 days: ${sold}${days === null ? "" : `, half of them within ${days === 1 ? "1 day" : `${days} days`} on the shelf`}.`,
  ];
  return (
    <MoneyBox title="Parts in stock" text={text.join(" ")}>
      {missing.length > 0 && (
        <>
          <h3 className="text-base font-semibold">Asked for in the last 90 days, not in stock</h3>
          <ol aria-label="Asked for, not in stock" className="text-sm">
            {missing.map(({ part, machine, asked }) => (
              <li key={`${part} ${machine}`} className="flex justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">
                  <bdi>{part}</bdi>, <bdi>{machine}</bdi>
                </span>
                <span className="tabular-nums">{asked}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </MoneyBox>
  );
}
