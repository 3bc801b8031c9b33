import type { CalendarDate } from "#domain/calendar-date.ts";
import type { Days } from "#domain/deals/money-wire.ts";

/** The last two months that were over by `today`, of those that end in odd months: the usual periods of GST returns. */
export function lastGstPeriod(today: CalendarDate): Days {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const last = month % 2 === 0 ? month - 1 : month - 2;
  const day = (ofMonth: number, date: number) =>
    new Date(Date.UTC(year, ofMonth - 1, date)).toISOString().slice(0, 10);
  return { from: day(last - 1, 1), to: day(last + 1, 0) };
}
