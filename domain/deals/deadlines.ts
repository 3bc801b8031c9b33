import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays, calendarDate, type CalendarDate } from "#domain/calendar-date.ts";
import { dayMs } from "#domain/durations.ts";
import { formatDay, nzDate, nzInstant } from "#domain/nz-time.ts";

import { validDaysMost } from "./quote.ts";

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

export const extensionDays = 7;

/** Returns the days from today on: an extended quote is valid 7 days longer than it was, or than today if it has expired. */
export function extendedDays(until: string, now: Date): number {
  const left = (Date.parse(until) - Date.parse(nzDate(now))) / dayMs;
  return Math.min(validDaysMost, Math.max(0, left) + extensionDays);
}

/** The business day that is so many business days after the day of `from`. */
export function businessDayAfter(from: Date, days: number, calendar: BusinessCalendar): CalendarDate {
  let date = nzDate(from);
  for (let left = days; left > 0; left -= 1) {
    date = nzDate(calendar.firstOpenFrom(addDays(date, 1)).opens);
  }
  return date;
}

/** Returns when an order must be paid: the end of the last of so many business days after the approval. */
export function payBy(approved: Date, days: number, calendar: BusinessCalendar): Date {
  return endOfDay(businessDayAfter(approved, days, calendar));
}

/** How far ahead staff may move the last day to pay: the 20th of the month that follows is nearer. */
export const payDaysMost = 62;

/** When farms pay what they were invoiced this month. */
export function twentiethOfNextMonth(now: Date): CalendarDate {
  const [year = 0, month = 0] = nzDate(now).split("-").map(Number);
  return calendarDate(year, month + 1, 20);
}

/** Tells staff why an order can't be paid by that day, if so far it is to be paid by `last`; null if it can. */
export function laterDayRefusal(day: CalendarDate, last: CalendarDate, now: Date): string | null {
  const latest = addDays(nzDate(now), payDaysMost);
  if (day <= last || day < nzDate(now))
    return `Choose a later day: so far it is to be paid by ${formatDay(last, now)}`;
  return day > latest ? `${formatDay(latest, now)} is the latest: ${payDaysMost} days ahead` : null;
}

/** Mails that remind of something leave from this time on, in New Zealand. */
const reminderTime = "09:00";

/** Returns the last moment from which on reminders have left. */
export function remindersSince(now: Date): Date {
  const today = nzInstant(nzDate(now), reminderTime);
  return today <= now ? today : nzInstant(addDays(nzDate(now), -1), reminderTime);
}

export interface RemindedQuote {
  readonly sent: Date;
  readonly lastDay: CalendarDate;
}

/**
 * Returns which reminder of a quote is due: the first from the second business day after it was sent, the second on its last
 * day, or on the business day before it. Never in the night, on the day of sending, or twice a day.
 */
export function dueReminder(
  { sent, lastDay }: RemindedQuote,
  now: Date,
  calendar: BusinessCalendar,
): 1 | 2 | null {
  const today = nzDate(now);
  if (now >= endOfDay(lastDay) || now < nzInstant(today, reminderTime)) return null;
  const last = businessDayUpTo(lastDay, calendar);
  if (today >= last) return last > nzDate(sent) ? 2 : null;
  return today >= businessDayAfter(sent, 2, calendar) ? 1 : null;
}

/** Returns true from the business day before `lastDay` on, but not on the day `since` which the order waits for money. */
export function isPayReminderDue(
  { since, lastDay }: { readonly since: Date; readonly lastDay: CalendarDate },
  now: Date,
  calendar: BusinessCalendar,
): boolean {
  const today = nzDate(now);
  const dayBefore = businessDayUpTo(addDays(lastDay, -1), calendar);
  if (dayBefore <= nzDate(since) || now < nzInstant(today, reminderTime)) return false;
  return dayBefore <= today && today <= lastDay;
}

/** Returns this day if it is a business day, or the last one before it. */
function businessDayUpTo(date: CalendarDate, calendar: BusinessCalendar): CalendarDate {
  let day = date;
  while (calendar.openSpan(day) === null) day = addDays(day, -1);
  return day;
}
