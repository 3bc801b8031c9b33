import { business } from "./business.ts";
import { addDays, calendarDate } from "./calendar-date.ts";
import { nzDate, nzInstant } from "./nz-time.ts";

/** When, in New Zealand, those that are due are removed each night. */
export const retentionTime = "03:00";

/** How many days a backup, and with it what was removed since, may be kept. */
export const backupDaysMax = 35;

/**
 * Records made before the instant this answers are due. One is due from the beginning of the day in New
 * Zealand on which it is so many calendar months old; where that month has no such day (29 February), the
 * last day of the month.
 */
export function retentionBoundary(now: Date): Date {
  const [year = 0, month = 1, day = 1] = addDays(nzDate(now), 1).split("-").map(Number);
  // Tomorrow, so many months ago, is the first day that is not due yet; a day that did not exist is the next one.
  return nzInstant(calendarDate(year, month - business.enquiriesKeptMonths, day), "00:00");
}
