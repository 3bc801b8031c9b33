import { expect, test } from "vitest";

import { formatCents, gstIn } from "./money.ts";

test.each([
  [23_575, 3075],
  [0, 0],
  [1, 0],
  [4, 1],
  [100, 13],
  [115, 15],
  [10_000_000, 1_304_348],
])("%i cents include %i cents of GST", (cents, gst) => expect(gstIn(cents)).toBe(gst));

test("the GST is 3/23 of any amount, to the nearest cent", () => {
  const amounts = Array.from({ length: 10_000 }, (_, index) => index * 7);
  expect(amounts.filter((cents) => Math.abs(23 * gstIn(cents) - 3 * cents) * 2 > 23)).toEqual([]);
});

test("an amount is written in dollars with two decimals", () => {
  expect([0, 5, 23_575, 123_456_789, -1500].map(formatCents)).toEqual([
    "$0.00",
    "$0.05",
    "$235.75",
    "$1,234,567.89",
    "-$15.00",
  ]);
});
