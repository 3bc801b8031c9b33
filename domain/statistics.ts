import * as v from "valibot";

import { addDays, type CalendarDate, dayOfWeek } from "./calendar-date.ts";
import { nzDate } from "./nz-time.ts";

export const statisticsWeeks = 12;

export const namedTraits = 10;

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
  median_minutes: v.nullable(v.number()), // Open time; null if there was no reply.
});
export type PeriodStatistics = v.InferOutput<typeof periodSchema>;

const traitSchema = v.object({ ...countsSchema.entries, name: v.string() });
export type TraitStatistics = v.InferOutput<typeof traitSchema>;

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
  makes: v.array(traitSchema), // Over all weeks, the most frequent first.
  parts: v.array(traitSchema),
});
export type Statistics = v.InferOutput<typeof statisticsSchema>;
