import { expect, test } from "vitest";

import { recordAge } from "./due-words.ts";

test.for<[number, string]>([
  [-5, "just now"],
  [0.5, "just now"],
  [12, "12 min ago"],
  [60, "1 h ago"],
  [23 * 60, "23 h ago"],
  [24 * 60, "1 day ago"],
  [10 * 24 * 60, "10 days ago"],
])("%d minutes are %j", ([minutes, words]) => {
  const now = new Date("2026-11-21T00:00:00Z");
  expect(recordAge(new Date(now.getTime() - minutes * 60_000), now)).toBe(words);
});
