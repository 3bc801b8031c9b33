import * as v from "valibot";

import { addDays, type CalendarDate, dayOfWeek } from "./calendar-date.ts";
import { nzDate } from "./nz-time.ts";
import type { ReplyRule } from "./reply-due.ts";

/** How many weeks the figures tell of, the current one included. */
export const figureWeeks = 12;

/** How many makes and parts are named; the rest is counted together. */
export const namedTraits = 10;

/** What a promise is called in the figures. */
export const promiseLabels: Readonly<Record<ReplyRule, string>> = {
  "same-business-day": "The same business day",
  "one-business-day": "Within one business day",
  "24-hours": "Within 24 hours",
};

/** The Mondays of the weeks that the figures tell of, oldest first. */
export function figureMondays(now: Date): CalendarDate[] {
  const today = nzDate(now);
  const thisMonday = addDays(today, -dayOfWeek(today));
  return Array.from({ length: figureWeeks }, (_, week) => addDays(thisMonday, 7 * (week + 1 - figureWeeks)));
}

/** How many came, and how it went: what is neither in time nor late still waits within its promise. */
const countsSchema = v.object({ received: v.number(), in_time: v.number(), late: v.number() });
export type FigureCounts = v.InferOutput<typeof countsSchema>;

const spellSchema = v.object({
  ...countsSchema.entries,
  /** Median minutes of open time to the answer; null where nothing has been answered. */
  median_minutes: v.nullable(v.number()),
});
/** What came in one stretch of time. */
export type FigureSpell = v.InferOutput<typeof spellSchema>;

const traitSchema = v.object({ ...countsSchema.entries, name: v.string() });
/** What came for one make or part. */
export type FigureTrait = v.InferOutput<typeof traitSchema>;

export const figuresSchema = v.object({
  /** What "today" is. */
  date: v.string(),
  /** The Mondays, oldest first. */
  mondays: v.array(v.string()),
  kinds: v.array(
    v.object({
      table: v.string(),
      today: spellSchema,
      weeks: v.array(spellSchema),
      /** All weeks together. */
      total: spellSchema,
    }),
  ),
  /** Of all weeks together, the most frequent first. */
  makes: v.array(traitSchema),
  parts: v.array(traitSchema),
});
export type Figures = v.InferOutput<typeof figuresSchema>;
