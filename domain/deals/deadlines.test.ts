import { expect, test } from "vitest";

import { BusinessCalendar } from "#domain/business-calendar.ts";

import { businessDayAfter, endOfDay, payBy, validUntil } from "./deadlines.ts";

const calendar = new BusinessCalendar();

test("a quote is valid to the end of its last day in New Zealand, also when clocks change", () => {
  expect(endOfDay("2026-11-29").toISOString()).toBe("2026-11-29T11:00:00.000Z");
  expect(endOfDay("2026-06-30").toISOString()).toBe("2026-06-30T12:00:00.000Z");
  // Clocks go forward on 27 September 2026 and back on 5 April 2026.
  expect(endOfDay("2026-09-27").toISOString()).toBe("2026-09-27T11:00:00.000Z");
  expect(endOfDay("2026-04-05").toISOString()).toBe("2026-04-05T12:00:00.000Z");
  expect(endOfDay("2028-02-29").toISOString()).toBe("2028-02-29T11:00:00.000Z");
});

test("days are counted from the day in New Zealand, not in London", () => {
  expect(validUntil(new Date("2026-11-22T10:59:00Z"), 7)).toBe("2026-11-29");
  expect(validUntil(new Date("2026-11-22T11:00:00Z"), 7)).toBe("2026-11-30");
});

test("three business days from a Thursday end on the Tuesday after", () => {
  const thursday = new Date("2026-11-18T22:00:00Z");
  expect(businessDayAfter(thursday, 3, calendar)).toBe("2026-11-24");
  expect(payBy(thursday, 3, calendar).toISOString()).toBe("2026-11-24T11:00:00.000Z");
});

test("public holidays and weekends do not count", () => {
  // Christmas Day 2026 is a Friday; Boxing Day is observed on the Monday.
  expect(businessDayAfter(new Date("2026-12-23T22:00:00Z"), 1, calendar)).toBe("2026-12-29");
});
