import * as v from "valibot";

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
const countsSchema = v.object({ received: v.number(), in_time: v.number(), late: v.number() });
export type OutcomeCounts = v.InferOutput<typeof countsSchema>;

const periodSchema = v.object({
  ...countsSchema.entries,
  median_minutes: v.nullable(v.number()), // Open time; null if fewer than `fewestCases` were answered.
});
export type PeriodStatistics = v.InferOutput<typeof periodSchema>;

const traitSchema = v.object({ ...countsSchema.entries, name: v.string() });
export type TraitStatistics = v.InferOutput<typeof traitSchema>;

/** Open records by the days since they came. */
export const openAges = [
  { label: "Today", days: 1 },
  { label: "1–2 days", days: 3 },
  { label: "3–7 days", days: 8 },
  { label: "1–4 weeks", days: 29 },
  { label: "Older", days: Infinity },
] as const;

const openSchema = v.object({
  table: v.string(),
  ages: v.array(v.number()), // As many as `openAges`.
  unanswered: v.number(),
  overdue: v.number(),
});
export type OpenStatistics = v.InferOutput<typeof openSchema>;

const personSchema = v.object({
  name: v.string(),
  open: v.number(), // Records with them.
  quotes: v.number(),
  answers: v.number(), // To questions about quotes.
  replies: v.number(),
  calls: v.number(),
});
export type PersonStatistics = v.InferOutput<typeof personSchema>;

const wantedSchema = v.object({ name: v.string(), asked: v.number(), unsold: v.number() });
export type WantedPart = v.InferOutput<typeof wantedSchema>;

/** Counts requests by their first quote in the period. Lapsed and cancelled orders are not counted as approved. */
const quotesSchema = v.object({
  sent: v.number(),
  approved: v.number(),
  median_minutes: v.nullable(v.number()), // Open time from the request to its quote; null with fewer than `fewestCases`.
  value_cents: v.number(), // Of what was approved.
});
export type QuoteStatistics = v.InferOutput<typeof quotesSchema>;

/** Counts vehicles by their first offer in these weeks. Cancelled pick-ups are not counted as accepted. */
const offersSchema = v.object({
  sent: v.number(),
  accepted: v.number(),
  median_minutes: v.nullable(v.number()), // From the submission to its offer; null with fewer than `fewestCases`.
});
export type OfferStatistics = v.InferOutput<typeof offersSchema>;

/** How often a claim of the website was true. */
const provenSchema = v.object({ kept: v.number(), cases: v.number() });
export type ProvenClaim = v.InferOutput<typeof provenSchema>;

const promisesSchema = v.object({
  answered: provenSchema, // Requests that were answered, or should have been.
  offered: provenSchema, // Vehicles that were answered, or should have been.
  delivered: provenSchema, // Parcels that have arrived, or should have.
  fits: provenSchema, // Orders that have arrived.
  described: provenSchema,
});
export type Promises = v.InferOutput<typeof promisesSchema>;

export const statisticsSchema = v.object({
  date: v.string(),
  mondays: v.array(v.string()),
  kinds: v.array(
    v.object({
      table: v.string(),
      today: periodSchema,
      weeks: v.array(periodSchema),
      total: periodSchema,
    }),
  ),
  quotes: v.object({ today: quotesSchema, weeks: v.array(quotesSchema), total: quotesSchema }),
  offers: offersSchema, // Over all weeks.
  makes: v.array(traitSchema), // Over all weeks, the most frequent first.
  parts: v.array(traitSchema),
  open: v.array(openSchema), // However old.
  people: v.array(personSchema), // Those who have or did anything, the busiest first.
  wanted: v.array(wantedSchema), // Parts that were asked for and not sold, the most frequent first.
  promises: promisesSchema, // Over all weeks.
});
export type Statistics = v.InferOutput<typeof statisticsSchema>;
