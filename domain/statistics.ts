import { addDays, type CalendarDate, dayOfWeek } from "./calendar-date.ts";
import { nzDate } from "./nz-time.ts";

export const statisticsWeeks = 12;

export const namedTraits = 10;

/** A median of fewer says nothing. */
export const fewestCases = 5;

/** Returns the Mondays of the weeks covered, oldest first. */
export function statisticsMondays(now: Date): CalendarDate[] {
  const today = nzDate(now);
  const thisMonday = addDays(today, -dayOfWeek(today));
  return Array.from({ length: statisticsWeeks }, (_, week) =>
    addDays(thisMonday, 7 * (week + 1 - statisticsWeeks)),
  );
}

/** Records by outcome: those neither in time nor late are still waiting within their promise. */
export interface OutcomeCounts {
  readonly received: number;
  readonly in_time: number;
  readonly late: number;
}

export interface PeriodStatistics extends OutcomeCounts {
  readonly median_minutes: number | null; // Open time; null if fewer than `fewestCases` were answered.
}

export interface TraitStatistics extends OutcomeCounts {
  readonly name: string;
}

/** Open records by the days since they came. */
export const openAges = [
  { label: "Today", days: 1 },
  { label: "1–2 days", days: 3 },
  { label: "3–7 days", days: 8 },
  { label: "1–4 weeks", days: 29 },
  { label: "Older", days: Infinity },
] as const;

export interface OpenStatistics {
  readonly table: string;
  readonly ages: readonly number[]; // As many as `openAges`.
  readonly unanswered: number;
  readonly overdue: number;
}

/** What a person has to do, and did in these weeks. */
export interface PersonStatistics {
  readonly name: string;
  readonly open: number; // Records with them.
  readonly quotes: number;
  readonly answers: number; // To questions about quotes.
  readonly replies: number;
  readonly calls: number;
}

export interface WantedPart {
  readonly name: string;
  readonly asked: number;
  readonly unsold: number;
}

/** Counts requests by their first quote in the period. Lapsed and cancelled orders are not counted as approved. */
export interface QuoteStatistics {
  readonly sent: number;
  readonly approved: number;
  readonly median_minutes: number | null; // Open time from the request to its quote; null with fewer than `fewestCases`.
  readonly value_cents: number; // Of what was approved.
}

/** Counts vehicles by their first offer in these weeks. Cancelled pick-ups are not counted as accepted. */
export interface OfferStatistics {
  readonly sent: number;
  readonly accepted: number;
  readonly median_minutes: number | null; // From the submission to its offer; null with fewer than `fewestCases`.
}

/** How often a claim of the website was true. */
export interface ProvenClaim {
  readonly kept: number;
  readonly cases: number;
}

export interface Promises {
  readonly answered: ProvenClaim; // Requests that were answered, or should have been.
  readonly offered: ProvenClaim; // Vehicles that were answered, or should have been.
  readonly delivered: ProvenClaim; // Parcels that have arrived, or should have.
  readonly fits: ProvenClaim; // Orders that have arrived.
  readonly described: ProvenClaim;
}

export interface Statistics {
  readonly date: string;
  readonly mondays: readonly string[];
  readonly kinds: readonly {
    readonly table: string;
    readonly today: PeriodStatistics;
    readonly weeks: readonly PeriodStatistics[];
    readonly total: PeriodStatistics;
  }[];
  readonly quotes: {
    readonly today: QuoteStatistics;
    readonly weeks: readonly QuoteStatistics[];
    readonly total: QuoteStatistics;
  };
  readonly offers: OfferStatistics; // Over all weeks.
  readonly makes: readonly TraitStatistics[]; // Over all weeks, the most frequent first.
  readonly parts: readonly TraitStatistics[];
  readonly open: readonly OpenStatistics[]; // However old.
  readonly people: readonly PersonStatistics[]; // Those who have or did anything, the busiest first.
  readonly wanted: readonly WantedPart[]; // Parts that were asked for and not sold, the most frequent first.
  readonly promises: Promises; // Over all weeks.
}
