import { publicHolidays, regionalHoliday } from "#domain/business-calendar.ts";
import { addDays, type CalendarDate, dayOfWeek } from "#domain/calendar-date.ts";

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
  return holiday === undefined || holiday === regionalHoliday;
}
