import { expect, test } from "vitest";

import { readShorthand } from "./shorthand.ts";

const nothing = { unit_cents: null, grade: null, freight_cents: null, valid_days: null };

test.each([
  ["185 b +15 5d", { unit_cents: 18_500, grade: "B", freight_cents: 1500, valid_days: 5 }],
  ["185", { ...nothing, unit_cents: 18_500 }],
  ["$185.50 A", { ...nothing, unit_cents: 18_550, grade: "A" }],
  ["14D +0 99.9", { ...nothing, unit_cents: 9990, freight_cents: 0, valid_days: 14 }],
  ["  ", nothing],
] as const)("%j says %j", (text, said) => expect(readShorthand(text)).toEqual(said));

test.each(["185 190", "b c", "185x", "-5", "1.234", "5d 6d", "185 +1e3", "91d"])(
  "%j is not understood",
  (text) => expect(readShorthand(text)).toBeNull(),
);
