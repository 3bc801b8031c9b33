import { business, hoursOn } from "./business.ts";
import { addDays, calendarDate, type CalendarDate, dayOfWeek } from "./calendar-date.ts";
import { minuteMs } from "./durations.ts";
import { nzDate, nzInstant } from "./nz-time.ts";
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

/** Northland's, by date (Holidays Act 2003, ss 44 to 45A); those on weekends also by the day they move to. */
export function publicHolidays(year: number): ReadonlyMap<CalendarDate, string> {
  const byDate = new Map<CalendarDate, string>();
  for (const [date, name] of holidaysOf(year)) {
    const other = byDate.get(date);
    byDate.set(date, other === undefined ? name : `${other} and ${name}`);
  }
  return byDate;
}

type Holiday = readonly [date: CalendarDate, name: string];

/** The only one that is not kept in the whole country. */
export const regionalHoliday = "Northland Anniversary Day";

const saturday = 5;
const sunday = 6;

function holidaysOf(year: number): Holiday[] {
  const easter = easterSunday(year);
  return [
    ...moving(calendarDate(year, 1, 1), "New Year's Day", "Tuesday"),
    ...moving(calendarDate(year, 1, 2), "the day after New Year's Day", "Tuesday"),
    [mondayNearest(calendarDate(year, 1, 29)), regionalHoliday],
    ...moving(calendarDate(year, 2, 6), "Waitangi Day", "Monday"),
    [addDays(easter, -2), "Good Friday"],
    [addDays(easter, 1), "Easter Monday"],
    ...moving(calendarDate(year, 4, 25), "ANZAC Day", "Monday"),
    [mondayFrom(calendarDate(year, 6, 1)), "King's Birthday"],
    ...matariki(year),
    [mondayFrom(calendarDate(year, 10, 22)), "Labour Day"],
    ...moving(calendarDate(year, 12, 25), "Christmas Day", "Tuesday"),
    ...moving(calendarDate(year, 12, 26), "Boxing Day", "Tuesday"),
  ];
}

/** A Saturday holiday moves to Monday; a Sunday one too, or to Tuesday if its neighbour takes the Monday. */
function moving(date: CalendarDate, name: string, fromSundayTo: "Monday" | "Tuesday"): Holiday[] {
  const day = dayOfWeek(date);
  const isWeekend = day === saturday || day === sunday;
  const days = day === sunday && fromSundayTo === "Monday" ? 1 : 2;
  return [[date, name], ...(isWeekend ? [[addDays(date, days), `${name} (observed)`] as const] : [])];
}

function mondayFrom(date: CalendarDate): CalendarDate {
  return addDays(date, (7 - dayOfWeek(date)) % 7);
}

function mondayNearest(date: CalendarDate): CalendarDate {
  return mondayFrom(addDays(date, -3));
}

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): CalendarDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const leapDays = 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - (ofCentury % 4);
  const toSunday = (32 + leapDays - epact) % 7;
  const isLate = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  return calendarDate(year, 3, 22 + epact + toSunday - 7 * isLate);
}

function matariki(year: number): Holiday[] {
  const date = matarikiDates.find((one) => one.startsWith(`${year}-`));
  return date === undefined ? [] : [[date, "Matariki"]];
}

/** Matariki dates that the law fixes: Te Kāhui o Matariki Public Holiday Act 2022, schedule 1. */
const matarikiDates: readonly CalendarDate[] = `
  2022-06-24 2023-07-14 2024-06-28 2025-06-20 2026-07-10 2027-06-25 2028-07-14 2029-07-06
  2030-06-21 2031-07-11 2032-07-02 2033-06-24 2034-07-07 2035-06-29 2036-07-18 2037-07-10
  2038-06-25 2039-07-15 2040-07-06 2041-07-19 2042-07-11 2043-07-03 2044-06-24 2045-07-07
  2046-06-29 2047-07-19 2048-07-03 2049-06-25 2050-07-15 2051-06-30 2052-06-21`.split(/\s+/);
