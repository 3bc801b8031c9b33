import { dayMs } from "./durations.ts";

/** A date without a time, as "2027-02-01": such texts sort by time. */
export type CalendarDate = string;

/** Days beyond the end of a month run into the next, as in `Date`. */
export function calendarDate(year: number, month: number, day: number): CalendarDate {
  return dateOf(Date.UTC(year, month - 1, day));
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(Date.parse(date) + days * dayMs);
}

/** 0 for Monday to 6 for Sunday. */
export function dayOfWeek(date: CalendarDate): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}

export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

function dateOf(utcMidnight: number): CalendarDate {
  return new Date(utcMidnight).toISOString().slice(0, 10);
}
