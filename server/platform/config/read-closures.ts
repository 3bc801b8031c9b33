import { addDays, isCalendarDate } from "#domain/calendar-date.ts";
import type { Closure } from "#domain/closure.ts";

const longestDays = 366;
const entryForm = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?:([^;\p{C}\p{Zl}\p{Zp}]{1,40})$/u;

/**
 * Reads `2026-12-24..2027-01-04:Summer break;2027-03-01:Stocktake`: days, the last one included, and
 * the reason that visitors read. Entries that are wrong come back as they were written.
 */
export function readClosures(text: string): { closures: Closure[]; wrong: string[] } {
  const entries = text.split(";").map((entry) => entry.trim());
  const read = entries.filter((entry) => entry !== "").map((entry) => ({ entry, closure: readEntry(entry) }));
  return {
    closures: read.flatMap(({ closure }) => closure ?? []),
    wrong: read.filter(({ closure }) => closure === null).map(({ entry }) => entry),
  };
}

function readEntry(entry: string): Closure | null {
  const [, from = "", to = from, words = ""] = entryForm.exec(entry) ?? [];
  const reason = words.trim();
  const isRun = isCalendarDate(from) && isCalendarDate(to) && from <= to && to < addDays(from, longestDays);
  return isRun && reason !== "" ? { from, to, reason } : null;
}
