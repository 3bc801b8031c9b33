import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays, type CalendarDate } from "#domain/calendar-date.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";

import { businessDayAfter, endOfDay } from "./deadlines.ts";

/** Mails that remind of something leave from this time on, in New Zealand. */
const time = "09:00";

export interface RemindedQuote {
  readonly sent: Date;
  readonly validUntil: CalendarDate;
}

/**
 * Which reminder of a quote is due: the first from the second business day after it was sent, the second on its last
 * day, or on the business day before it. None in the night, none that would leave on the day of sending, and never two on one day.
 */
export function dueReminder(
  { sent, validUntil }: RemindedQuote,
  now: Date,
  calendar: BusinessCalendar,
): 1 | 2 | null {
  const today = nzDate(now);
  if (now >= endOfDay(validUntil) || now < nzInstant(today, time)) return null;
  const last = businessDayUpTo(validUntil, calendar);
  if (today >= last) return last > nzDate(sent) ? 2 : null;
  return today >= businessDayAfter(sent, 2, calendar) ? 1 : null;
}

/** Whether the business day before `lastDay`, itself one, has come. Not on the day `since` which the order waits for money. */
export function isPayReminderDue(
  { since, lastDay }: { readonly since: Date; readonly lastDay: CalendarDate },
  now: Date,
  calendar: BusinessCalendar,
): boolean {
  const today = nzDate(now);
  const dayBefore = businessDayUpTo(addDays(lastDay, -1), calendar);
  if (dayBefore <= nzDate(since) || now < nzInstant(today, time)) return false;
  return dayBefore <= today && today <= lastDay;
}

/** This day, or the last business day before it. */
function businessDayUpTo(date: CalendarDate, calendar: BusinessCalendar): CalendarDate {
  let day = date;
  while (calendar.openSpan(day) === null) day = addDays(day, -1);
  return day;
}
