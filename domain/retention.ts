import { business } from "./business.ts";
import { addDays, calendarDate, type CalendarDate } from "./calendar-date.ts";
import { nzDate, nzInstant } from "./nz-time.ts";

/** When, in New Zealand, expired records are removed each night. */
export const retentionTime = "03:00";

/** Days that a backup, which still holds records removed since, may be kept. */
export const backupDaysMax = 35;

/** Days that a mail from a customer is also kept as it came. */
export const sourcesKeptDays = 90;

/** Days that a submission may wait on a visitor's phone for a signal. */
export const outboxDaysMax = 7;

/** Returns the instant, a midnight in New Zealand, before which records have expired. */
export function retentionBoundary(now: Date): Date {
  const [year = 0, month = 1, day = 1] = addDays(nzDate(now), 1).split("-").map(Number);
  // Tomorrow, that many months ago, is the first day not expired; a day that did not exist becomes the next one.
  return nzInstant(calendarDate(year, month - business.enquiriesKeptMonths, day), "00:00");
}

/** Why orders, invoices and payments outlive their enquiry. */
export const ordersLaw =
  "Tax Administration Act 1994, section 22, and Goods and Services Tax Act 1985, section 75";

/** Why the record of a machine that we bought outlives what its seller sent us. Its three years end before those of tax. */
export const purchasesLaw = `Secondhand Dealers and Pawnbrokers Act 2004, section 42, and ${ordersLaw}`;

/** The last day in New Zealand on which an order of this moment is kept: seven years after the end of its tax year. */
export function ordersKeptUntil(moment: Date): CalendarDate {
  const [year = 0, month = 1] = nzDate(moment).split("-").map(Number);
  return calendarDate((month <= 3 ? year : year + 1) + business.ordersKeptYears, 3, 31);
}

/** Returns the instant, the start of a tax year, before which orders have expired. */
export function ordersBoundary(now: Date): Date {
  const [year = 0, month = 1] = nzDate(now).split("-").map(Number);
  return nzInstant(calendarDate((month <= 3 ? year - 1 : year) - business.ordersKeptYears, 4, 1), "00:00");
}

/** A small shop's busiest day has no more records than this. */
export const alwaysAtMost = 10;
export const shareAtMost = 0.05;

/** Returns how many of `all` one night may remove, or let lapse: a wrong date must not end everything. */
export function nightlyShare(all: number): number {
  return Math.max(alwaysAtMost, Math.floor(all * shareAtMost));
}
