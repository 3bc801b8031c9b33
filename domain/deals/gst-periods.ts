import { type CalendarDate, calendarDate } from "#domain/calendar-date.ts";

import type { Days } from "./money-wire.ts";

interface GstSettings {
  readonly basis: "payments" | "invoices";
  readonly months: 1 | 2 | 6; // In a period.
  readonly firstMonth: number; // 1 to 12: one in which a period begins.
}

/** How the firm files, until its own settings say so (deals.md section 14): the usual periods, which end in odd months. */
export const gstSettings: GstSettings = { basis: "payments", months: 2, firstMonth: 2 };

/** The GST period that `day` is in, and the one before it: the one to file. */
export function gstPeriods(
  { months, firstMonth }: Pick<GstSettings, "months" | "firstMonth">,
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
