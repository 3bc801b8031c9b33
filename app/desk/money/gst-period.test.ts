import { expect, test } from "vitest";

import { lastGstPeriod } from "./gst-period.ts";

test.each([
  ["2026-11-28", "2026-08-01", "2026-09-30"],
  ["2026-12-01", "2026-10-01", "2026-11-30"],
  ["2027-01-31", "2026-10-01", "2026-11-30"],
  ["2027-02-01", "2026-12-01", "2027-01-31"],
  ["2028-03-31", "2027-12-01", "2028-01-31"],
])("on %s, the last GST period of two months is %s to %s", (today, from, to) => {
  expect(lastGstPeriod(today)).toEqual({ from, to });
});
