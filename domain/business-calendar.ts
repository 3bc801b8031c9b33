import { business } from "./business.ts";
import { addDays, type CalendarDate, dayOfWeek } from "./calendar-date.ts";
import { minuteMs } from "./durations.ts";
import { type Closure, type Firm, firm, type OpenHours, weekdays } from "./firm.ts";
import { nzDate, nzInstant } from "./nz-time.ts";
import { publicHolidays } from "./public-holidays.ts";

export interface OpenSpan {
  readonly opens: Date;
  readonly closes: Date;
}

export interface ClosedDay {
  readonly date: CalendarDate;
  readonly because: string;
  readonly isHoliday: boolean;
}

/** The firm's opening hours, less public holidays and closures, in New Zealand time. It follows the firm as that changes. */
export class BusinessCalendar {
  readonly #ownClosures: readonly Closure[] | null;
  /** A quote asked for later, as "16:00", is promised for the next business day. */
  readonly sameDayUntil: string;
  #firm: Firm = firm;
  readonly #spans = new Map<CalendarDate, OpenSpan | null>();
  readonly #holidays = new Map<string, ReadonlyMap<CalendarDate, string>>();

  /** With closures of its own, it has these instead of the firm's. */
  constructor(closures: readonly Closure[] | null = null, sameDayUntil: string = business.sameDayUntil) {
    this.#ownClosures = closures;
    this.sameDayUntil = sameDayUntil;
  }

  withSameDayUntil(time: string): BusinessCalendar {
    return new BusinessCalendar(this.#ownClosures, time);
  }

  openSpan(date: CalendarDate): OpenSpan | null {
    this.#forgetFormerFirm();
    const known = this.#spans.get(date);
    if (known !== undefined) return known;
    const span = this.#spanOf(date);
    this.#spans.set(date, span);
    return span;
  }

  /** Returns why we are closed on a day with opening hours; null if we are open, or never open on that weekday. */
  closedDay(date: CalendarDate): ClosedDay | null {
    this.#forgetFormerFirm();
    if (hoursOn(date) === null) return null;
    const closures = this.#ownClosures ?? firm.closures;
    const closure = closures.find(({ from, to }) => from <= date && date <= to);
    if (closure !== undefined) return { date, because: closure.words, isHoliday: false };
    const holiday = this.#holidaysOf(date.slice(0, 4)).get(date);
    return holiday === undefined ? null : { date, because: holiday, isHoliday: true };
  }

  /** Returns the closed days among `count` days from this one. */
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
    const hours = hoursOn(date);
    if (hours === null || this.closedDay(date) !== null) return null;
    return { opens: nzInstant(date, hours.from), closes: nzInstant(date, hours.to) };
  }

  #forgetFormerFirm(): void {
    if (this.#firm === firm) return;
    this.#firm = firm;
    this.#spans.clear();
    this.#holidays.clear();
  }

  #holidaysOf(year: string): ReadonlyMap<CalendarDate, string> {
    const known = this.#holidays.get(year);
    if (known !== undefined) return known;
    const holidays = publicHolidays(Number(year));
    this.#holidays.set(year, holidays);
    return holidays;
  }
}

/** Returns null if we never open on that day of the week. */
function hoursOn(date: CalendarDate): OpenHours | null {
  const day = weekdays[dayOfWeek(date)];
  return day === undefined ? null : firm.hours[day];
}
