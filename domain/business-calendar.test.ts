import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";

import { BusinessCalendar } from "./business-calendar.ts";
import { addDays, calendarDate, dayOfWeek } from "./calendar-date.ts";
import { publicHolidays } from "./public-holidays.ts";
import { replyDue, type ReplyRule } from "./reply-due.ts";

const rules = ["same-business-day", "one-business-day", "24-hours"] as const;
const dayMs = 24 * 60 * 60_000;
const runs = { numRuns: 1000 };

const years = fc.integer({ min: 2026, max: 2035 });
/** The weeks in which the clocks change, on a Sunday. */
const clockChanges = fc
  .tuple(years, fc.constantFrom("04-01", "09-24"), fc.integer({ min: 0, max: 8 * dayMs }))
  .map(([year, date, shift]) => new Date(Date.parse(`${year}-${date}`) + shift));
const tenYears = { min: new Date("2026-01-01"), max: new Date("2036-01-01"), noInvalidDate: true };
const instants = fc.oneof(
  { weight: 3, arbitrary: fc.date(tenYears) },
  { weight: 1, arbitrary: clockChanges },
);

const calendars = fc
  .array(fc.record({ start: fc.integer({ min: 0, max: 3652 }), days: fc.integer({ min: 1, max: 30 }) }), {
    maxLength: 20,
  })
  .map((some) => {
    const dateAt = (days: number) => addDays("2026-01-01", days);
    return new BusinessCalendar(
      some.map(({ start, days }) => ({ from: dateAt(start), to: dateAt(start + days - 1), words: "Away" })),
    );
  });

/** What New Zealand's calendar and clock show, independently of the code under test. */
const shown = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Pacific/Auckland",
  dateStyle: "short",
  timeStyle: "medium",
  hourCycle: "h23",
});
const nzShown = (instant: Date) => shown.format(instant).split(", ") as [date: string, time: string];

test("a reply is due when an open day closes, or after 24 hours; never in the past", () => {
  fc.assert(
    fc.property(instants, calendars, (received, calendar) => {
      for (const rule of ["same-business-day", "one-business-day"] as const) {
        const { due } = replyDue(rule, received, calendar);
        const [date, time] = nzShown(due);
        expect(time).toBe("17:00:00");
        expect(calendar.openSpan(date)).not.toBeNull();
        expect(due.getTime()).toBeGreaterThan(received.getTime());
      }
      const { due, atWork } = replyDue("24-hours", received, calendar);
      expect(due.getTime() - received.getTime()).toBe(dayMs);
      expect(atWork.getTime()).toBeGreaterThan(received.getTime());
      expect(calendar.openSpan(nzShown(atWork)[0])).not.toBeNull();
    }),
    runs,
  );
});

test("no business day is skipped: an hour to nine of open time for a quote, one to two for a message", () => {
  fc.assert(
    fc.property(instants, calendars, (received, calendar) => {
      const openMinutes = (rule: ReplyRule) =>
        calendar.openMinutesBetween(received, replyDue(rule, received, calendar).due);
      expect(openMinutes("same-business-day")).toBeGreaterThanOrEqual(60);
      expect(openMinutes("same-business-day")).toBeLessThanOrEqual(540);
      expect(openMinutes("one-business-day")).toBeGreaterThanOrEqual(480);
      expect(openMinutes("one-business-day")).toBeLessThanOrEqual(960);
    }),
    runs,
  );
});

test("who comes later is never answered sooner", () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 10 * dayMs }), calendars, (first, wait, calendar) => {
      const second = new Date(first.getTime() + wait);
      for (const rule of rules) {
        const [earlier, later] = [replyDue(rule, first, calendar), replyDue(rule, second, calendar)];
        expect(later.due.getTime()).toBeGreaterThanOrEqual(earlier.due.getTime());
        expect(later.atWork.getTime()).toBeGreaterThanOrEqual(earlier.atWork.getTime());
      }
    }),
    runs,
  );
});

test("every weekday of ten years is open from 9 to 5, but for holidays; holidays and closures never are", () => {
  const stocktake = { from: "2030-03-04", to: "2030-03-05", words: "Stocktake" };
  const calendar = new BusinessCalendar([stocktake]);
  for (let date = "2026-01-01"; date < "2036-01-01"; date = addDays(date, 1)) {
    const isHoliday = publicHolidays(Number(date.slice(0, 4))).has(date);
    const isClosed = isHoliday || dayOfWeek(date) > 4 || date === stocktake.from || date === stocktake.to;
    const span = calendar.openSpan(date);
    const fromTo = span === null ? null : [nzShown(span.opens), nzShown(span.closes)];
    const nineToFive = ["09:00:00", "17:00:00"].map((time) => [date, time]);
    expect(fromTo).toEqual(isClosed ? null : nineToFive);
  }
});

test("open minutes are those that a clock would count", () => {
  const quarterHours = fc.integer({ min: 0, max: 4 * 24 * 4 });
  const calendar = new BusinessCalendar();
  fc.assert(
    fc.property(instants, quarterHours, (instant, count) => {
      const quarterMs = 15 * 60_000;
      const from = new Date(Math.ceil(instant.getTime() / quarterMs) * quarterMs);
      let counted = 0;
      for (let quarter = 0; quarter < count; quarter += 1) {
        const [date, time] = nzShown(new Date(from.getTime() + quarter * quarterMs));
        if (calendar.openSpan(date) !== null && time >= "09:00:00" && time < "17:00:00") counted += 15;
      }
      const to = new Date(from.getTime() + count * quarterMs);
      expect(calendar.openMinutesBetween(from, to)).toBe(counted);
      expect(calendar.openMinutesBetween(to, from) + counted).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test.for<[zone: string, minutesBehindUtc: number]>([
  ["UTC", 0],
  ["America/Los_Angeles", 480],
  ["Asia/Kolkata", -330],
  ["Pacific/Kiritimati", -840],
  ["Pacific/Auckland", -780],
])("a machine in %s reckons the same", async ([zone, minutesBehindUtc]) => {
  const arrivals = Array.from({ length: 400 }, (_, day) => new Date(Date.UTC(2026, 0, 1, 0, day * 1447)));
  const reckon = (due: typeof replyDue, calendar: BusinessCalendar) =>
    arrivals.map((arrival) => rules.map((rule) => due(rule, arrival, calendar)));
  const here = reckon(replyDue, new BusinessCalendar());
  vi.stubEnv("TZ", zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new Date("2026-01-01").getTimezoneOffset()).toBe(minutesBehindUtc);
  vi.resetModules();
  const there = { ...(await import("./reply-due.ts")), ...(await import("./business-calendar.ts")) };
  expect(reckon(there.replyDue, new there.BusinessCalendar())).toEqual(here);
});

test("dates go on over the ends of months and years", () => {
  expect(calendarDate(2026, 13, 1)).toBe("2027-01-01");
  expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
});
