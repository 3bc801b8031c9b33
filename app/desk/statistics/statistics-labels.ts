import type { CalendarDate } from "#domain/calendar-date.ts";
import type { FigureCounts } from "#domain/figures.ts";

const dayFormat = new Intl.DateTimeFormat("en-NZ", { timeZone: "UTC", day: "numeric", month: "short" });

/** A day as a label: "31 Aug". */
export function dayLabel(date: CalendarDate): string {
  return dayFormat.format(Date.parse(date));
}

export function countInWords(count: number): string {
  return count.toLocaleString("en-NZ");
}

/** Which part of what has been answered, or should have been, was in time; null while there is nothing of the kind. */
export function shareInTime({ in_time: inTime, late }: FigureCounts): number | null {
  return inTime + late === 0 ? null : inTime / (inTime + late);
}

/** "86 %": rounded down, so that 100 % is said only of all. */
export function shareInWords(share: number | null): string {
  return share === null ? "–" : `${Math.floor(share * 100)} %`;
}

/** "45 min", "3 h 20 min". */
export function openTimeInWords(minutes: number | null): string {
  if (minutes === null) return "–";
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** What is neither in time nor late waits, and may still be in time. */
export function waitingOf({ received, in_time: inTime, late }: FigureCounts): number {
  return received - inTime - late;
}
