import { business } from "./business.ts";
import { addDays, type CalendarDate } from "./calendar-date.ts";
import type { Closure } from "./closure.ts";
import { nzDate, nzInstant } from "./nz-time.ts";
import { hoursOn } from "./opening-hours.ts";
import { publicHolidays } from "./public-holidays.ts";

/** From opening to closing on one day. */
export interface OpenSpan {
  readonly opens: Date;
  readonly closes: Date;
}

/** A day on which we would be open, were it not for a holiday or a closure. */
export interface ClosedDay {
  readonly date: CalendarDate;
  readonly because: string;
  readonly isHoliday: boolean;
}

const minuteMs = 60_000;

/** When people are at work: opening hours, less public holidays and closures, in New Zealand time. */
export class BusinessCalendar {
  readonly #closures: readonly Closure[];
  readonly #spans = new Map<CalendarDate, OpenSpan | null>();
  readonly #holidays = new Map<string, ReadonlyMap<CalendarDate, string>>();

  constructor(closures: readonly Closure[] = []) {
    this.#closures = closures;
  }

  /** The open time of a day; null where we are closed all day. */
  openSpan(date: CalendarDate): OpenSpan | null {
    const known = this.#spans.get(date);
    if (known !== undefined) return known;
    const span = this.#reckonSpan(date);
    this.#spans.set(date, span);
    return span;
  }

  /** Why we are closed on a day that has opening hours; null where we are open, or never are on that weekday. */
  closedDay(date: CalendarDate): ClosedDay | null {
    if (hoursOn(date, business.openingHours) === undefined) return null;
    const closure = this.#closures.find(({ from, to }) => from <= date && date <= to);
    if (closure !== undefined) return { date, because: closure.reason, isHoliday: false };
    const holiday = this.#holidaysOf(date.slice(0, 4)).get(date);
    return holiday === undefined ? null : { date, because: holiday, isHoliday: true };
  }

  /** The open time of the first open day on or after a date. */
  firstOpenFrom(date: CalendarDate): OpenSpan {
    for (let day = date; ; day = addDays(day, 1)) {
      const span = this.openSpan(day);
      if (span !== null) return span;
    }
  }

  /** Minutes of open time from one instant to another; negative where the second is the earlier one. */
  openMinutesBetween(from: Date, to: Date): number {
    if (to < from) return -this.openMinutesBetween(to, from);
    const last = nzDate(to);
    let openMs = 0;
    for (let day = nzDate(from); day <= last; day = addDays(day, 1)) {
      const span = this.openSpan(day);
      if (span === null) continue;
      const [start, end] = [Math.max(+span.opens, +from), Math.min(+span.closes, +to)];
      openMs += Math.max(0, end - start);
    }
    return openMs / minuteMs;
  }

  #reckonSpan(date: CalendarDate): OpenSpan | null {
    const hours = hoursOn(date, business.openingHours);
    if (hours === undefined || this.closedDay(date) !== null) return null;
    return { opens: nzInstant(date, hours.opens), closes: nzInstant(date, hours.closes) };
  }

  #holidaysOf(year: string): ReadonlyMap<CalendarDate, string> {
    const known = this.#holidays.get(year);
    if (known !== undefined) return known;
    const holidays = publicHolidays(Number(year));
    this.#holidays.set(year, holidays);
    return holidays;
  }
}
