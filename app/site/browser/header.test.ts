import { expect, test } from "vitest";

import { isOpen } from "./header.ts";

const weekdays = "09:00-17:00";
const open = { hours: `${`${weekdays},`.repeat(5)},`, closed: "2026-12-25 2026-12-28" };

test.for([
  ["2026-11-23T08:59:59+13:00", false],
  ["2026-11-23T09:00:00+13:00", true],
  ["2026-11-27T16:59:59+13:00", true],
  ["2026-11-27T17:00:00+13:00", false],
  ["2026-11-28T12:00:00+13:00", false],
  ["2026-11-29T12:00:00+13:00", false],
  ["2027-06-28T09:00:00+12:00", true],
  ["2026-12-24T12:00:00+13:00", true],
  ["2026-12-25T12:00:00+13:00", false],
  ["2026-12-28T12:00:00+13:00", false],
] as const)("at %s the shop is open: %s", ([now, expected]) => {
  expect(isOpen(open, new Date(now))).toBe(expected);
});
