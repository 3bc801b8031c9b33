import type { CalendarDate } from "#domain/calendar-date.ts";
import type { OutcomeCounts, PeriodStatistics } from "#domain/statistics.ts";

/** One thing that is measured, week by week. */
export interface Measure {
  readonly title: string;
  readonly intro: string;
  /** Null where there is nothing to measure. */
  valueOf(spell: PeriodStatistics): number | null;
  inWords(spell: PeriodStatistics): string;
  /** The top of the plot, where it is always the same. */
  readonly top?: number;
  /** It tells how a promise was kept. */
  readonly isPromise?: true;
}

export const measures: readonly Measure[] = [
  {
    title: "Received",
    intro: "How many came each week.",
    valueOf: ({ received }) => received,
    inWords: ({ received }) => countInWords(received),
  },
  {
    title: "Answered in time",
    intro:
      "Of those that came in a week and have been answered or are overdue. What may still be in time is left out.",
    top: 1,
    isPromise: true,
    valueOf: shareInTime,
    inWords: (spell) => shareInWords(shareInTime(spell)),
  },
  {
    title: "Time to the answer",
    intro: "Opening hours from arrival to answer: half took less, half took more.",
    valueOf: ({ median_minutes: minutes }) => minutes,
    inWords: ({ median_minutes: minutes }) => openTimeInWords(minutes),
  },
];

const dayFormat = new Intl.DateTimeFormat("en-NZ", { timeZone: "UTC", day: "numeric", month: "short" });

/** A day as a label: "31 Aug". */
export function dayLabel(date: CalendarDate): string {
  return dayFormat.format(Date.parse(date));
}

export function countInWords(count: number): string {
  return count.toLocaleString("en-NZ");
}

/** Which part of what has been answered, or should have been, was in time; null while there is nothing of the kind. */
export function shareInTime({ in_time: inTime, late }: OutcomeCounts): number | null {
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
export function waitingOf({ received, in_time: inTime, late }: OutcomeCounts): number {
  return received - inTime - late;
}
