import { type CalendarDate, isCalendarDate } from "#domain/calendar-date.ts";
import type { dayOrders } from "#domain/deals/money-wire.ts";
import { dayMs } from "#domain/durations.ts";

export type DayOrder = (typeof dayOrders)[number];

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const named = /^(\d{1,2})[ -]([A-Za-z]{3,9})[ -](\d{2}|\d{4})$/;
const yearFirst = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/;
const numeric = /^(\d{1,2})[-/.'](\d{1,2})[-/.'](\d{2}|\d{4})$/;

/** "4 Aug 2026" and "2026/08/04" need no order. Returns null for text that is no day. */
export function readDay(written: string, order: DayOrder): CalendarDate | null {
  const [, day = "", month = "", year = ""] = named.exec(written) ?? [];
  if (day !== "") return dayOf(year, months.indexOf(month.slice(0, 3).toLowerCase()) + 1, Number(day));
  const [, first = "", second, third] = yearFirst.exec(written) ?? [];
  if (first !== "") return dayOf(first, Number(second), Number(third));
  const [, a = "", b = "", c = ""] = numeric.exec(written) ?? [];
  if (order === "ymd") return dayOf(a, Number(b), Number(c));
  return order === "dmy" ? dayOf(c, Number(b), Number(a)) : dayOf(c, Number(a), Number(b));
}

function dayOf(year: string, month: number, day: number): CalendarDate | null {
  const parts = [month, day].map((part) => String(part).padStart(2, "0"));
  const date = [year.padStart(4, "20"), ...parts].join("-");
  return isCalendarDate(date) ? date : null;
}

export interface DayEvidence {
  /** The user's answer for this file. */
  readonly asked: DayOrder | null;
  /** A user's answer for an earlier file with the same header. */
  readonly kept: DayOrder | null;
  /** The first and the last day that the file says it has. */
  readonly bounds: readonly CalendarDate[];
}

/**
 * Finds the order of day and month for the whole file: its rows never differ, and 5/08 alone says nothing. Returns null if
 * the user has to be asked.
 */
export function dayOrder(dates: readonly string[], { asked, kept, bounds }: DayEvidence): DayOrder | null {
  const parts = dates.flatMap((date) => {
    const [, first, second] = numeric.exec(date) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  if (asked !== null) return asked;
  if (parts.every(([first, second]) => first === second)) return "dmy";
  if (parts.some(([first]) => first > 12)) return "dmy";
  if (parts.some(([, second]) => second > 12)) return "mdy";
  const [from, to] = bounds;
  const readings = (["dmy", "mdy"] as const).map((order) => ({
    order,
    days: dates.map((date) => readDay(date, order) ?? ""),
  }));
  const only = (fits: (days: string[]) => boolean) => {
    const [one, other] = readings.filter(({ days }) => fits(days));
    return other === undefined ? one?.order : undefined;
  };
  return (
    only((days) => from !== undefined && to !== undefined && days.every((day) => day >= from && day <= to)) ??
    kept ??
    only(isSorted) ??
    only((days) => spanDays(days) <= 62) ??
    null
  );
}

function isSorted(days: readonly string[]): boolean {
  const sorted = days.toSorted();
  return [sorted, sorted.toReversed()].some((order) => order.every((day, at) => day === days[at]));
}

/** Read in the wrong order, the days of a week become months. */
function spanDays(days: readonly string[]): number {
  const sorted = days.toSorted();
  return (Date.parse(sorted.at(-1) ?? "") - Date.parse(sorted[0] ?? "")) / dayMs;
}
