import * as v from "valibot";

import { addDays, type CalendarDate, isCalendarDate } from "#domain/calendar-date.ts";
import { nzInstant } from "#domain/nz-time.ts";

/** Both days are inside it, in New Zealand time. */
export interface DayRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

const dayWords = "must be a day such as 2026-10-01";

// No data of ours is older, and addDays ends with the year 9999.
const day = v.pipe(
  v.string(dayWords),
  v.check((text) => isCalendarDate(text) && text >= "2000" && text < "9999", dayWords),
);

export const daysEntries = { from: day, to: day };

/** Converts days to moments: `begins` is inside the period, `ends` is not. */
export function momentsOf({ from, to }: DayRange): { readonly begins: string; readonly ends: string } {
  return {
    begins: nzInstant(from, "00:00").toISOString(),
    ends: nzInstant(addDays(to, 1), "00:00").toISOString(),
  };
}
