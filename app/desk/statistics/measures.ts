import type { CalendarDate } from "#domain/calendar-date.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { OutcomeCounts, PeriodStatistics, QuoteStatistics, Statistics } from "#domain/statistics.ts";

type MeasuredPeriod = PeriodStatistics & { readonly quotes: QuoteStatistics | undefined };

/** Something that is measured week by week. */
export interface Measure {
  readonly title: string;
  readonly intro: string;
  /** Null if there is nothing to measure. */
  valueOf(period: MeasuredPeriod): number | null;
  format(period: MeasuredPeriod): string;
  /** The fixed top of the plot; by default, the highest value. */
  readonly top?: number;
  /** Shows the promise next to the form's name. */
  readonly showsPromise?: true;
  /** The forms that it is about; by default, all. */
  readonly tables?: readonly string[];
}

export const measures: readonly Measure[] = [
  {
    title: "Received",
    intro: "How many came in each week.",
    valueOf: ({ received }) => received,
    format: ({ received }) => formatCount(received),
  },
  {
    title: "Answered in time",
    intro:
      "Of the records that came in that week and have been answered or are overdue. Those that may still be answered in time are left out.",
    top: 1,
    showsPromise: true,
    valueOf: shareInTime,
    format: (period) => formatShare(shareInTime(period)),
  },
  {
    title: "Time to reply",
    intro:
      "Opening hours from arrival to reply: half took less, half took more. Fewer than five replies say nothing.",
    valueOf: ({ median_minutes: minutes }) => minutes,
    format: ({ median_minutes: minutes }) => formatOpenTime(minutes),
  },
  {
    title: "Win rate",
    intro: "Of the requests that got their first quote that week, the share that was approved.",
    top: 1,
    tables: [quoteRequest.table],
    valueOf: ({ quotes }) => winRate(quotes),
    format: ({ quotes }) => formatShare(winRate(quotes)),
  },
];

/** The forms that a measure is about, with the quotes of each period. */
export function kindsOf({ tables }: Measure, { kinds, quotes }: Statistics) {
  return kinds
    .filter(({ table }) => tables?.includes(table) ?? true)
    .map(({ table, weeks, total }) => ({
      table,
      weeks: weeks.map((period, week) => ({ ...period, quotes: quotes.weeks[week] })),
      total: { ...total, quotes: quotes.total },
    }));
}

const dayFormat = new Intl.DateTimeFormat("en-NZ", { timeZone: "UTC", day: "numeric", month: "short" });

/** "31 Aug" */
export function formatDayAndMonth(date: CalendarDate): string {
  return dayFormat.format(Date.parse(date));
}

export function formatCount(count: number): string {
  return count.toLocaleString("en-NZ");
}

/** Returns the share, 0 to 1, answered in time; null if nothing has been answered or is overdue. */
export function shareInTime({ in_time: inTime, late }: OutcomeCounts): number | null {
  return inTime + late === 0 ? null : inTime / (inTime + late);
}

/** Returns the share of quotes sent, 0 to 1, that was approved; null if none was sent. */
export function winRate(quotes: Pick<QuoteStatistics, "sent" | "approved"> | undefined): number | null {
  return quotes === undefined || quotes.sent === 0 ? null : quotes.approved / quotes.sent;
}

/** "86%", rounded down: 100% means all. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : `${Math.floor(share * 100)}%`;
}

/** "45 min", "3 h 20 min". */
export function formatOpenTime(minutes: number | null): string {
  if (minutes === null) return "–";
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes === 0) return "under 1 min";
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
