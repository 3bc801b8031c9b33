import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays, type CalendarDate } from "#domain/calendar-date.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";

/** The instant at which a quote has expired: a quote is valid to the end of that day in New Zealand. */
export function endOfDay(date: CalendarDate): Date {
  return nzInstant(addDays(date, 1), "00:00");
}

export function secondsToMidnight(at: Date): number {
  return Math.ceil((endOfDay(nzDate(at)).getTime() - at.getTime()) / 1000);
}

export function validUntil(sent: Date, days: number): CalendarDate {
  return addDays(nzDate(sent), days);
}

/** The business day that is so many business days after the day of `from`. */
export function businessDayAfter(from: Date, days: number, calendar: BusinessCalendar): CalendarDate {
  let date = nzDate(from);
  for (let left = days; left > 0; left -= 1) {
    date = nzDate(calendar.firstOpenFrom(addDays(date, 1)).opens);
  }
  return date;
}

/** When an order must be paid: the end of the last of so many business days after the approval. */
export function payBy(approved: Date, days: number, calendar: BusinessCalendar): Date {
  return endOfDay(businessDayAfter(approved, days, calendar));
}
