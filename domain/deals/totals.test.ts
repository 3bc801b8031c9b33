import { expect, test } from "vitest";

import type { QuoteLine } from "./quote.ts";
import { highestTotal, possibleTotals } from "./totals.ts";

const line = (id: string, cents: number, changes: Partial<QuoteLine> = {}): QuoteLine => ({
  id,
  kind: "fixed",
  group: null,
  text: id,
  machine: null,
  grade: null,
  quantity: 1,
  unit_cents: cents,
  evidence: [],
  item_label: null,
  ...changes,
});

const quote = {
  lines: [
    line("diff", 10_000, { quantity: 2 }),
    line("used", 4000, { kind: "choice", group: "axle" }),
    line("new", 9000, { kind: "choice", group: "axle" }),
    line("bolts", 500, { kind: "option" }),
  ],
  freight: { cents: 1500 },
};

test("every way to take a quote has its total, in the order of the lines", () => {
  const totals = possibleTotals(quote, 8)?.map(({ lines, cents }) => [lines.map(({ id }) => id), cents]);
  expect(totals).toEqual([
    [["used"], 25_500],
    [["used", "bolts"], 26_000],
    [["new"], 30_500],
    [["new", "bolts"], 31_000],
  ]);
  expect(highestTotal(quote)).toBe(31_000);
});

test("a quote without alternatives has one total; too many are not listed", () => {
  const plain = { ...quote, lines: [line("diff", 10_000)] };
  expect(possibleTotals(plain, 1)).toEqual([{ lines: [], cents: 11_500 }]);
  expect(possibleTotals(quote, 3)).toBeNull();
  const options = Array.from({ length: 40 }, (_, index) => line(`o${index}`, 1, { kind: "option" }));
  expect(possibleTotals({ ...quote, lines: options }, 8)).toBeNull();
});
