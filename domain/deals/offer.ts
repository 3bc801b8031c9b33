import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import { formatDay, formatNzTime, nzDate } from "#domain/nz-time.ts";

import { centsMost } from "./money.ts";
import { optionalText, traderSchema, validDaysSchema, wordsMost } from "./quote.ts";

/** The content of an offer for a machine (deals.md section 8). Absent values are null. */

export const windowsMost = 10;

const moment = v.pipe(v.string(), v.isoTimestamp());

/** We can come between the two moments. */
export const windowSchema = v.pipe(
  v.object({ from: moment, to: moment }),
  v.check(({ from, to }) => Date.parse(from) < Date.parse(to), "A window must end after it begins"),
);
export type PickUpWindow = v.InferOutput<typeof windowSchema>;

export const offerCentsSchema = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1, "The amount is missing"),
  v.maxValue(centsMost),
);

export const offerFields = {
  amount_cents: offerCentsSchema,
  valid_days: validDaysSchema,
  /** May be empty: the time is arranged once the offer is accepted. */
  pick_up: v.pipe(v.array(windowSchema), v.maxLength(windowsMost)),
  words: optionalText(wordsMost),
} as const;

/** The frozen content of a version, without the seller's name and address. */
export const offerContentSchema = v.object({
  reference: v.string(),
  number: v.number(),
  machine: v.string(), // Year, make, model and condition, as the seller told us.
  amount_cents: v.number(),
  valid_until: v.pipe(v.string(), v.check(isCalendarDate)), // To the end of that day in New Zealand.
  pick_up: v.array(v.object({ from: v.string(), to: v.string() })),
  words: v.nullable(v.string()),
  business: traderSchema,
  terms_version: v.string(),
});
export type OfferContent = v.InferOutput<typeof offerContentSchema>;

/** Days that an offer is valid unless staff say otherwise. */
export const offerValidDays = 7;

/** "Tue 1 Dec, 9 am to 12 noon", "Tue 1 Dec, 9 am" without a length; with the year if it is not that of `at`. */
export function windowText({ from, to }: PickUpWindow, at: Date): string {
  const [begins, ends] = [new Date(from), new Date(to)];
  const isOneDay = nzDate(begins) === nzDate(ends);
  const end = isOneDay ? clockText(ends) : `${dayText(ends, at)}, ${clockText(ends)}`;
  return `${dayText(begins, at)}, ${clockText(begins)}${from === to ? "" : ` to ${end}`}`;
}

function dayText(instant: Date, at: Date): string {
  return formatDay(nzDate(instant), at).replace(/^(...)\S* (\d+) (...)\S*/, "$1 $2 $3");
}

function clockText(instant: Date): string {
  const time = formatNzTime(instant).replace(":00 ", " ");
  return time === "12 pm" ? "12 noon" : time === "12 am" ? "midnight" : time;
}
