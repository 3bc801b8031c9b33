import { addDays, calendarDate, type CalendarDate, dayOfWeek } from "./calendar-date.ts";
import type { Region } from "./firm-choices.ts";
import { firm } from "./firm.ts";

/** A region's, by date (Holidays Act 2003, ss 44 to 45A); those on weekends also by the day they move to. */
export function publicHolidays(
  year: number,
  region: Region = firm.region,
): ReadonlyMap<CalendarDate, string> {
  const byDate = new Map<CalendarDate, string>();
  for (const [date, name] of [...nationalHolidays(year), anniversaryDay(year, region)]) {
    const other = byDate.get(date);
    byDate.set(date, other === undefined ? name : `${other} and ${name}`);
  }
  return byDate;
}

export function isAnniversaryDay(holiday: string): boolean {
  return holiday.endsWith("Anniversary Day");
}

type Holiday = readonly [date: CalendarDate, name: string];

const saturday = 5;
const sunday = 6;

function nationalHolidays(year: number): Holiday[] {
  const easter = easterSunday(year);
  return [
    ...moving(calendarDate(year, 1, 1), "New Year's Day", "Tuesday"),
    ...moving(calendarDate(year, 1, 2), "the day after New Year's Day", "Tuesday"),
    ...moving(calendarDate(year, 2, 6), "Waitangi Day", "Monday"),
    [addDays(easter, -2), "Good Friday"],
    [addDays(easter, 1), "Easter Monday"],
    ...moving(calendarDate(year, 4, 25), "ANZAC Day", "Monday"),
    [mondayFrom(calendarDate(year, 6, 1)), "King's Birthday"],
    ...matariki(year),
    [labourDay(year), "Labour Day"],
    ...moving(calendarDate(year, 12, 25), "Christmas Day", "Tuesday"),
    ...moving(calendarDate(year, 12, 26), "Boxing Day", "Tuesday"),
  ];
}

/** Where one province's day is kept in others too. */
const keptLike: Partial<Record<Region, Region>> = {
  Waikato: "Auckland",
  "Bay of Plenty": "Auckland",
  Gisborne: "Auckland",
  "Manawatū-Whanganui": "Wellington",
  Tasman: "Nelson",
};

/** The day on which a province usually keeps its anniversary (employment.govt.nz, "Public and anniversary holidays"). */
function anniversaryDay(year: number, region: Region): Holiday {
  const province = keptLike[region] ?? region;
  const name = province === "West Coast" ? "Westland" : province;
  return [anniversaryOf(year, province), `${name} Anniversary Day`];
}

function anniversaryOf(year: number, province: Region): CalendarDate {
  switch (province) {
    case "Taranaki":
      return addDays(mondayFrom(calendarDate(year, 3, 1)), 7);
    case "Hawke's Bay":
      return addDays(labourDay(year), -3);
    case "Wellington":
      return mondayNearest(calendarDate(year, 1, 22));
    case "Marlborough":
      return addDays(labourDay(year), 7);
    case "Nelson":
      return mondayNearest(calendarDate(year, 2, 1));
    case "West Coast":
      return mondayNearest(calendarDate(year, 12, 1));
    case "Canterbury":
      // Show Day: the second Friday after the first Tuesday in November.
      return addDays(mondayFrom(calendarDate(year, 10, 31)), 11);
    case "South Canterbury":
      return addDays(mondayFrom(calendarDate(year, 9, 1)), 21);
    case "Otago":
      return afterEasterMonday(mondayNearest(calendarDate(year, 3, 23)), year);
    case "Southland":
      return addDays(easterSunday(year), 2);
    case "Chatham Islands":
      return mondayNearest(calendarDate(year, 11, 30));
    default:
      return mondayNearest(calendarDate(year, 1, 29)); // Auckland and Northland.
  }
}

function labourDay(year: number): CalendarDate {
  return mondayFrom(calendarDate(year, 10, 22));
}

function afterEasterMonday(date: CalendarDate, year: number): CalendarDate {
  return date === addDays(easterSunday(year), 1) ? addDays(date, 1) : date;
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
