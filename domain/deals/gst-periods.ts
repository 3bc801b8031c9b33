import { type CalendarDate, calendarDate } from "#domain/calendar-date.ts";
import type { FirmFacts } from "#domain/firm.ts";

import type { Days } from "./money-wire.ts";

/** The GST period that `day` is in, and the one before it: the one to file. */
export function gstPeriods(
  { gst_months: months, gst_first_month: firstMonth }: Pick<FirmFacts, "gst_months" | "gst_first_month">,
  day: CalendarDate,
): Readonly<Record<"current" | "previous", Days>> {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const first = month - ((month - firstMonth + 12) % months);
  const from = (begins: number) => ({
    from: calendarDate(year, begins, 1),
    to: calendarDate(year, begins + months, 0),
  });
  return { current: from(first), previous: from(first - months) };
}
