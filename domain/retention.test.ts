import fc from "fast-check";
import { expect, test } from "vitest";

import { nzInstant } from "./nz-time.ts";
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

test("nothing is kept longer than 24 months and a night, nor removed before the day it is 24 months old", () => {
  const instants = fc.date({ min: new Date("2015-01-01"), max: new Date("2045-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (now) => {
      const boundary = retentionBoundary(now);
      const age = new Date(boundary);
      age.setUTCMonth(age.getUTCMonth() + 24);
      // 29 February has no day 24 months later: the last of February.
      if (age.getUTCDate() !== boundary.getUTCDate()) age.setUTCDate(0);
      const hours = (age.getTime() - now.getTime()) / 3_600_000;
      expect(hours).toBeGreaterThan(-2);
      expect(hours).toBeLessThanOrEqual(26);
    }),
  );
});
