import type { BusinessCalendar } from "./business-calendar.ts";
import { addDays, type CalendarDate, dayOfWeek } from "./calendar-date.ts";
import { nzDate, nzInstant } from "./nz-time.ts";

export interface SnoozeChoice {
  readonly label: string;
  readonly date: CalendarDate;
}

/** The next open day, the first one from Monday on, and the first one in two weeks. */
export function snoozeChoices(now: Date, calendar: BusinessCalendar): SnoozeChoice[] {
  const today = nzDate(now);
  const openFrom = (date: CalendarDate) => nzDate(calendar.firstOpenFrom(date).opens);
  const tomorrow = addDays(today, 1);
  const next = openFrom(tomorrow);
  const choices = [
    { label: next === tomorrow ? "Tomorrow" : "Next open day", date: next },
    { label: "Next week", date: openFrom(addDays(today, 7 - dayOfWeek(today))) },
    { label: "In two weeks", date: openFrom(addDays(today, 14)) },
  ];
  return choices.filter(({ date }, index) => choices.findIndex((one) => one.date === date) === index);
}

/** A snooze ends at opening time of its date. */
export function snoozeEnd(date: CalendarDate, calendar: BusinessCalendar): Date {
  return calendar.openSpan(date)?.opens ?? nzInstant(date, "09:00");
}

export function isSnoozed(
  { snoozed_until: until }: { readonly snoozed_until: string | null },
  now: Date,
): boolean {
  return until !== null && new Date(until) > now;
}
