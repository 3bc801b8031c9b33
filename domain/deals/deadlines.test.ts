import { expect, test } from "vitest";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays, type CalendarDate } from "#domain/calendar-date.ts";
import { nzInstant } from "#domain/nz-time.ts";

import {
  businessDayAfter,
  endOfDay,
  extendedDays,
  payBy,
  validUntil,
  dueReminder,
  isPayReminderDue,
} from "./deadlines.ts";

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

/** Every quarter of an hour of these days: when a reminder first falls due, by its number. */
function reminders(sent: Date, lastDay: CalendarDate): Record<string, string> {
  const due: Record<string, string> = {};
  for (let day = addDays(lastDay, -10); day <= addDays(lastDay, 2); day = addDays(day, 1)) {
    for (let quarter = 0; quarter < 96; quarter += 1) {
      const hour = String(Math.floor(quarter / 4)).padStart(2, "0");
      const minute = String((quarter % 4) * 15).padStart(2, "0");
      const now = nzInstant(day, `${hour}:${minute}`);
      const which = now <= sent ? null : dueReminder({ sent, lastDay }, now, calendar);
      if (which !== null) due[which] ??= `${day} ${hour}:${minute}`;
    }
  }
  return due;
}

test("a week's quote sent on a Monday is reminded of on Wednesday and on its last day, at nine", () => {
  const sent = nzInstant("2026-08-03", "14:00");
  expect(reminders(sent, "2026-08-10")).toEqual({ 1: "2026-08-05 09:00", 2: "2026-08-10 09:00" });
});

test("a last day on a weekend or a holiday is reminded of on the business day before it", () => {
  const sent = nzInstant("2026-08-03", "08:00");
  expect(reminders(sent, "2026-08-09")).toEqual({ 1: "2026-08-05 09:00", 2: "2026-08-07 09:00" });
  // Good Friday 2026 is 3 April, and clocks go back on the Sunday after.
  const before = nzInstant("2026-03-30", "23:59");
  expect(reminders(before, "2026-04-06")).toEqual({ 1: "2026-04-01 09:00", 2: "2026-04-02 09:00" });
});

test("both on one day are one, and nobody is reminded on the day of sending or after the last day", () => {
  expect(reminders(nzInstant("2026-08-03", "14:00"), "2026-08-05")).toEqual({ 2: "2026-08-05 09:00" });
  expect(reminders(nzInstant("2026-08-03", "08:00"), "2026-08-03")).toEqual({});
  expect(reminders(nzInstant("2026-08-07", "14:00"), "2026-08-09")).toEqual({});
});

test("the days around the start of daylight saving have a nine o'clock as well", () => {
  // Clocks go forward on Sunday 27 September 2026.
  const sent = nzInstant("2026-09-25", "10:00");
  expect(reminders(sent, "2026-10-02")).toEqual({ 1: "2026-09-29 09:00", 2: "2026-10-02 09:00" });
});

test("a payment is reminded of one business day before its last day, but not on the day of approval", () => {
  const at = (day: CalendarDate, time: string) => nzInstant(day, time);
  const order = { since: at("2026-08-06", "10:00"), lastDay: "2026-08-11" };
  expect(isPayReminderDue(order, at("2026-08-09", "23:59"), calendar)).toBe(false);
  expect(isPayReminderDue(order, at("2026-08-10", "08:59"), calendar)).toBe(false);
  expect(isPayReminderDue(order, at("2026-08-10", "09:00"), calendar)).toBe(true);
  const short = { since: at("2026-08-06", "10:00"), lastDay: "2026-08-07" };
  expect(isPayReminderDue(short, at("2026-08-06", "17:00"), calendar)).toBe(false);
  expect(isPayReminderDue(short, at("2026-08-08", "10:00"), calendar)).toBe(false);
});

test.each([
  ["2026-08-13", 17],
  ["2026-08-03", 7],
  ["2026-07-20", 7],
  ["2026-11-01", 90],
])("on 3 August, a quote valid until %s is extended to %s days from then", (valid_until, days) => {
  expect(extendedDays(valid_until, new Date("2026-08-02T13:00:00Z"))).toBe(days);
});
