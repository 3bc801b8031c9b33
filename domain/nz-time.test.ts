import { expect, test } from "vitest";

import { formatNzDateTime, newestModelYear, nzYear } from "./nz-time.ts";

test.for<[instant: string, year: number]>([
  ["2026-12-31T10:59:59Z", 2026],
  ["2026-12-31T11:00:00Z", 2027],
  ["2026-07-01T00:00:00Z", 2026],
])("at %s the year in New Zealand is %i", ([instant, year]) => {
  expect(nzYear(new Date(instant))).toBe(year);
});

test("the newest model year is next year's, by New Zealand's calendar", () => {
  expect(newestModelYear(new Date("2026-12-31T11:00:00Z"))).toBe(2028);
});

test("dates are written as New Zealanders do, in summer and winter time", () => {
  expect(formatNzDateTime(new Date("2026-01-15T02:05:00Z"))).toMatch(/^15 Jan 2026, 3:05\spm$/);
  expect(formatNzDateTime(new Date("2026-07-15T02:05:00Z"))).toMatch(/^15 Jul 2026, 2:05\spm$/);
});
