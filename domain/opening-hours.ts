import { type CalendarDate, dayOfWeek } from "./calendar-date.ts";

export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
export type Weekday = (typeof weekdays)[number];

/** The same hours on a run of days, by New Zealand time: "09:00" to "17:00". */
export interface OpeningHours {
  readonly firstDay: Weekday;
  readonly lastDay: Weekday;
  readonly opens: string;
  readonly closes: string;
}

/** Every day that these hours are for. */
export function daysOf({ firstDay, lastDay }: OpeningHours): readonly Weekday[] {
  return weekdays.slice(weekdays.indexOf(firstDay), weekdays.indexOf(lastDay) + 1);
}

/** The hours of an ordinary day of that date's weekday; undefined where there are none. */
export function hoursOn(date: CalendarDate, hours: readonly OpeningHours[]): OpeningHours | undefined {
  const day = dayOfWeek(date);
  return hours.find(
    ({ firstDay, lastDay }) => day >= weekdays.indexOf(firstDay) && day <= weekdays.indexOf(lastDay),
  );
}

/** "Mon-Fri 9:00-17:00", as people read it. */
export function hoursInWords(hours: readonly OpeningHours[]): string {
  return hours.map(inWords).join(", ");
}

function inWords({ firstDay, lastDay, opens, closes }: OpeningHours): string {
  const days = firstDay === lastDay ? [firstDay] : [firstDay, lastDay];
  const times = [opens, closes].map((time) => time.replace(/^0/, ""));
  return `${days.map((day) => day.slice(0, 3)).join("-")} ${times.join("-")}`;
}
