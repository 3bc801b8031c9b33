import { expect, test } from "vitest";

import { formatCents, gstIn, readDollars } from "./money.ts";
import { readShorthand } from "./shorthand.ts";

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

const refused = undefined;

test.each([
  ["185", 18_500],
  ["$85", 8500],
  ["185.5", 18_550],
  ["185.50", 18_550],
  ["185.", 18_500],
  ["1,250", 125_000],
  ["$1,250.00", 125_000],
  ["1,250.5", 125_050],
  [" $ 1,250.00 ", 125_000],
  ["1 250", 125_000],
  ["1\u{A0}250.50", 125_050],
  ["12,345", 1_234_500],
  ["-20", -2000],
  ["-$1,250.00", -125_000],
  ["$-20", -2000],
  ["185,50", 18_550],
  ["185,5", 18_550],
  ["1,85", 185],
  ["200,00", 20_000],
  ["-385,00", -38_500],
  ["", null],
  ["  ", null],
  ["1,2,3", refused],
  ["12,34,567", refused],
  ["1.250,00", refused],
  ["1,250,00", refused],
  ["1.234", refused],
  ["0,500", refused],
  ["1000,500", refused],
  ["185,", refused],
  ["185 50", refused],
  ["1,2500", refused],
  ["--5", refused],
  ["1e3", refused],
  ["$", refused],
  ["100,000.01", refused],
  ["185x", refused],
] as const)("the typed amount %j is %j cents, in fields and in the shorthand", (text, cents) => {
  expect(readDollars(text)).toBe(cents);
  const word = text.trim();
  if (/\s/.test(word) || word === "") return;
  const price = typeof cents === "number" && cents >= 0 ? cents : undefined;
  expect(readShorthand(`b ${word}`)?.unit_cents).toBe(price);
  expect(readShorthand(`+${word}`)?.freight_cents).toBe(price);
});
