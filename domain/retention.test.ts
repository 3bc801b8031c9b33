import fc from "fast-check";
import { expect, test } from "vitest";

import type { CalendarDate } from "./calendar-date.ts";
import { nzDate, nzInstant } from "./nz-time.ts";
import { retentionBoundary } from "./retention.ts";

const isDue = (made: string, today: string) => {
  const [date = "", time = ""] = made.split(" ");
  return nzInstant(date, time) < retentionBoundary(nzInstant(today, "03:00"));
};

test.for([
  // made, first night on which it is removed, the night before
  ["2024-11-21 00:00", "2026-11-21", "2026-11-20"],
  ["2024-11-21 23:59", "2026-11-21", "2026-11-20"],
  ["2024-11-20 23:59", "2026-11-20", "2026-11-19"],
  ["2024-12-31 12:00", "2026-12-31", "2026-12-30"],
  ["2025-01-01 00:00", "2027-01-01", "2026-12-31"],
  // 29 February has no day 24 months later: the last of February.
  ["2028-02-29 12:00", "2030-02-28", "2030-02-27"],
  ["2028-02-28 12:00", "2030-02-28", "2030-02-27"],
  ["2028-03-01 00:00", "2030-03-01", "2030-02-28"],
  // 24 months later is a leap year: 28 February stays the 28th.
  ["2026-02-28 23:59", "2028-02-28", "2028-02-27"],
  ["2026-03-01 00:00", "2028-03-01", "2028-02-29"],
  // Clocks go forward on 27 September 2026, back on 5 April 2026.
  ["2024-09-27 00:30", "2026-09-27", "2026-09-26"],
  ["2024-04-05 23:30", "2026-04-05", "2026-04-04"],
] as const)("made %s: kept until the night before %s", ([made, due, before]) => {
  expect([isDue(made, due), isDue(made, before)]).toEqual([true, false]);
});

/** The day on which what was made on a date is 24 calendar months old; a 29 February is, on the last of February. */
function dueDate(made: CalendarDate): string {
  const [year = 0, month = 1, day = 1] = made.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year + 2, month, 0)).getUTCDate();
  const due = Date.UTC(year + 2, month - 1, Math.min(day, lastOfMonth));
  return new Date(due).toISOString().slice(0, 10);
}

test("on any day, everything that is 24 months old is due, and nothing younger", () => {
  const instants = fc.date({ min: new Date("2015-01-01"), max: new Date("2045-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (now) => {
      const boundary = retentionBoundary(now);
      const [youngestDue, oldestKept] = [new Date(boundary.getTime() - 1), boundary].map(nzDate);
      expect(dueDate(youngestDue ?? "") <= nzDate(now)).toBe(true);
      expect(dueDate(oldestKept ?? "") > nzDate(now)).toBe(true);
    }),
    {
      numRuns: 1000,
      examples: [[new Date("2028-02-28T13:00:00.000Z")], [new Date("2030-02-28T00:00:00.000Z")]],
    },
  );
});
