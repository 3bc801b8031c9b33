import { business } from "./business.ts";
import { addDays, calendarDate } from "./calendar-date.ts";
import { nzDate, nzInstant } from "./nz-time.ts";

/** When, in New Zealand, expired records are removed each night. */
export const retentionTime = "03:00";

/** Days that a backup, which still holds records removed since, may be kept. */
export const backupDaysMax = 35;

/** Days that a submission may wait on a visitor's phone for a signal. */
export const outboxDaysMax = 7;

/** Returns the instant, a midnight in New Zealand, before which records have expired. */
export function retentionBoundary(now: Date): Date {
  const [year = 0, month = 1, day = 1] = addDays(nzDate(now), 1).split("-").map(Number);
  // Tomorrow, that many months ago, is the first day not expired; a day that did not exist becomes the next one.
  return nzInstant(calendarDate(year, month - business.enquiriesKeptMonths, day), "00:00");
}
