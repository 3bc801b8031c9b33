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

test("the GST is 3/23 of any amount, rounded half up, without a floating point", () => {
  for (let cents = 0; cents <= 100_000; cents += 1) {
    const exact = Number((BigInt(cents) * 6n + 23n) / 46n);
    expect(gstIn(cents)).toBe(exact);
  }
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
