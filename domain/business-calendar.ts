import { business, hoursOn } from "./business.ts";
import { addDays, type CalendarDate, dayOfWeek } from "./calendar-date.ts";
import { minuteMs } from "./durations.ts";
import { nzDate, nzInstant } from "./nz-time.ts";
import { publicHolidays } from "./public-holidays.ts";
import type { Closure } from "./wire.ts";

export interface OpenSpan {
  readonly opens: Date;
  readonly closes: Date;
}

export interface ClosedDay {
  readonly date: CalendarDate;
  readonly because: string;
  readonly isHoliday: boolean;
}

/** Opening hours, less public holidays and closures, in New Zealand time. */
export class BusinessCalendar {
  readonly #closures: readonly Closure[];
  /** A quote asked for later, as "16:00", is promised for the next business day. */
  readonly sameDayUntil: string;
  readonly #spans = new Map<CalendarDate, OpenSpan | null>();
  readonly #holidays = new Map<string, ReadonlyMap<CalendarDate, string>>();

  constructor(closures: readonly Closure[] = [], sameDayUntil: string = business.sameDayUntil) {
    this.#closures = closures;
    this.sameDayUntil = sameDayUntil;
  }

  withSameDayUntil(time: string): BusinessCalendar {
    return new BusinessCalendar(this.#closures, time);
  }

  openSpan(date: CalendarDate): OpenSpan | null {
    const known = this.#spans.get(date);
    if (known !== undefined) return known;
    const span = this.#spanOf(date);
    this.#spans.set(date, span);
    return span;
  }

  /** Returns why we are closed on a day with opening hours; null if we are open, or never open on that weekday. */
  closedDay(date: CalendarDate): ClosedDay | null {
    if (hoursOn(dayOfWeek(date)) === undefined) return null;
    const closure = this.#closures.find(({ from, to }) => from <= date && date <= to);
    if (closure !== undefined) return { date, because: closure.reason, isHoliday: false };
    const holiday = this.#holidaysOf(date.slice(0, 4)).get(date);
    return holiday === undefined ? null : { date, because: holiday, isHoliday: true };
  }

  /** Of so many days from this one. */
  closedDays(from: CalendarDate, count: number): readonly CalendarDate[] {
    const days = Array.from({ length: count }, (_, index) => addDays(from, index));
    return days.filter((day) => this.closedDay(day) !== null);
  }

  firstOpenFrom(date: CalendarDate): OpenSpan {
    for (let day = date; ; day = addDays(day, 1)) {
      const span = this.openSpan(day);
      if (span !== null) return span;
    }
  }

  /** In minutes; negative if the second instant is earlier. */
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

  #spanOf(date: CalendarDate): OpenSpan | null {
    const hours = hoursOn(dayOfWeek(date));
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
