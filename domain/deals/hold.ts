import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays, type CalendarDate, dayOfWeek } from "#domain/calendar-date.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { isAnniversaryDay, publicHolidays } from "#domain/public-holidays.ts";

/** A machine of the yard, with the last day of its hold. */
export interface QuotedMachine {
  readonly number: number;
  readonly hold_until: CalendarDate | null; // Null for one that stood in the yard before.
}

const workingDays = 10;
const days = 14;

/**
 * The last day on which a machine stays as it was bought (Secondhand Dealers and Pawnbrokers Act 2004, section 47). The Act
 * says 10 working days, the Ministry and the Police 14 days: the later one holds.
 */
export function holdUntil(boughtOn: CalendarDate): CalendarDate {
  let last = boughtOn;
  for (let left = workingDays; left > 0; left -= isWorkingDay(last) ? 1 : 0) last = addDays(last, 1);
  const fortnight = addDays(boughtOn, days);
  return last > fortnight ? last : fortnight;
}

/** Our region's own holiday is a working day: the police of other regions can come on it. */
function isWorkingDay(date: CalendarDate): boolean {
  const dayOfYear = date.slice(5);
  if (dayOfWeek(date) >= 5 || dayOfYear >= "12-25" || dayOfYear <= "01-15") return false;
  const holiday = publicHolidays(Number(date.slice(0, 4))).get(date);
  return holiday === undefined || isAnniversaryDay(holiday);
}

export interface HeldMachine {
  readonly number: number;
  readonly until: CalendarDate; // The last day.
}

/** Returns the machine that is on hold the longest; null if parts of all may leave. */
export function heldMachine(machines: readonly QuotedMachine[], now: Date): HeldMachine | null {
  const today = nzDate(now);
  const held = machines.flatMap(({ number, hold_until: until }) =>
    until !== null && until >= today ? { number, until } : [],
  );
  const [last] = held.toSorted((one, other) => other.until.localeCompare(one.until));
  return last ?? null;
}

/** Tells staff why nothing can be packed. */
export function holdWords({ number, until }: HeldMachine): string {
  return `Machine ${number} is on hold until ${formatDay(until)}: nothing off it leaves before`;
}

export interface Hold {
  /** The first business day on which parts may leave. */
  readonly from: CalendarDate;
  /** For the customer, before and after the money (deals.md section 13). */
  readonly sentence: string;
}

interface MachineParts {
  readonly lines: readonly { readonly machine_number?: number | undefined }[];
  readonly machines: readonly QuotedMachine[];
}

/** Returns until when parts can't leave, of several machines the later day; null if they can now. */
export function holdOn(
  { lines, machines }: MachineParts,
  now: Date,
  calendar: BusinessCalendar,
): Hold | null {
  const named = new Set(lines.map(({ machine_number: number }) => number));
  const held = heldMachine(
    machines.filter(({ number }) => named.has(number)),
    now,
  );
  if (held === null) return null;
  const from = nzDate(calendar.firstOpenFrom(addDays(held.until, 1)).opens);
  const sentence = `Leaves from ${formatDay(from, now)}: until then the law has us hold the machine it comes off.`;
  return { from, sentence };
}
