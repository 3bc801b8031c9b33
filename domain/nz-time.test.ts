import { expect, test } from "vitest";

import {
  formatDay,
  formatNzDateTime,
  formatNzSheetTime,
  formatNzTime,
  newestModelYear,
  nzDate,
  nzInstant,
  nzYear,
} from "./nz-time.ts";

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

test("spreadsheets get day, month and year in figures", () => {
  expect(formatNzSheetTime(new Date("2026-01-05T02:05:00Z"))).toBe("05/01/2026 3:05 pm");
  expect(formatNzSheetTime(new Date("2026-07-14T12:05:00Z"))).toBe("15/07/2026 12:05 am");
});

/** Clocks go from 2:00 to 3:00 on 27 September 2026, and from 3:00 to 2:00 on 4 April 2027. */
test.for<[date: string, time: string, instant: string]>([
  ["2026-07-01", "09:00", "2026-06-30T21:00:00Z"],
  ["2027-01-01", "09:00", "2026-12-31T20:00:00Z"],
  ["2026-09-27", "01:59", "2026-09-26T13:59:00Z"],
  ["2026-09-27", "03:00", "2026-09-26T14:00:00Z"],
  ["2027-04-04", "01:59", "2027-04-03T12:59:00Z"],
  ["2027-04-04", "03:00", "2027-04-03T15:00:00Z"],
])("on %s the clocks show %s at %s", ([date, time, instant]) => {
  expect(nzInstant(date, time)).toEqual(new Date(instant));
  expect(nzDate(new Date(instant))).toBe(date);
});

test("times of day and days in words hold no signs that a plain text has not", () => {
  expect(formatNzTime(new Date("2027-01-31T23:00:00Z"))).toBe("12:00 pm");
  expect(formatNzTime(new Date("2027-02-01T04:00:59Z"))).toBe("5:00 pm");
  expect(formatDay("2027-02-02")).toBe("Tuesday 2 February");
});
