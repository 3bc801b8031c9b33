import * as v from "valibot";

import { addDays, isCalendarDate } from "#domain/calendar-date.ts";
import { validDaysMost } from "#domain/deals/quote.ts";
import { closuresMost, factLengths, gstBases, gstPeriodMonths, regions } from "#domain/firm-choices.ts";
import type { Closure, WeekHours } from "#domain/firm.ts";
import { oneLine } from "#domain/plain-text.ts";

import { firmFactLabels } from "./fact-labels.ts";

const line = (label: string, most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most * 4, `${label} must have at most ${most} characters`),
    v.transform(oneLine),
    v.minLength(1, `${label} is missing`),
    v.maxLength(most, `${label} must have at most ${most} characters`),
    v.regex(/^[^<>{}]*$/, `${label} must not contain < > { or }`),
  );

const fact = (name: keyof typeof factLengths) => line(firmFactLabels[name], factLengths[name]);

const wholeNumber = (label: string, least: number, most: number) =>
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(least, `${label} must be from ${least} to ${most}`),
    v.maxValue(most, `${label} must be from ${least} to ${most}`),
  );

const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write a time such as 09:00"));
const day = v.nullable(
  v.pipe(
    v.strictObject({ from: time, to: time }),
    v.check(({ from, to }) => from < to, "Closing must be after opening"),
  ),
);
const isOpenOnce = (hours: WeekHours) => Object.values(hours).some((open) => open !== null);

const date = v.pipe(v.string(), v.check(isCalendarDate, "Choose a day"));
const closure = v.pipe(
  v.strictObject({ from: date, to: date, words: line("Why you are closed", 80) }),
  v.check(({ from, to }) => from <= to, "The last closed day must not be before the first"),
  v.check(({ from, to }) => to < addDays(from, 366), "A closure can last at most a year"),
);
const isDisjoint = (closures: readonly Closure[]) =>
  closures
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
    .every(({ to }, index, sorted) => to < (sorted[index + 1]?.from ?? "9"));

/** Reads the facts of a firm, whatever they were before. */
export const firmSchema = v.strictObject({
  trading_name: fact("trading_name"),
  legal_name: fact("legal_name"),
  gst_number: fact("gst_number"),
  phone: v.pipe(
    fact("phone"),
    v.regex(/^(?:0|\+64)(?:[\s()-]*\d){7,11}$/, "Write a phone number such as 09 123 4567"),
  ),
  email: v.pipe(fact("email"), v.email("Write an e-mail address such as sales@example.co.nz")),
  street: fact("street"),
  town: fact("town"),
  postcode: v.pipe(v.string(), v.regex(/^\d{4}$/, "A postcode has four digits")),
  region: v.picklist(regions, "Choose a region"),
  hours: v.pipe(
    v.strictObject({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }),
    v.check(isOpenOnce, "Open on at least one day of the week"),
  ),
  closures: v.pipe(
    v.array(closure),
    v.maxLength(closuresMost, `At most ${closuresMost} closures`),
    v.check((closures) => isDisjoint(closures), "Two closures overlap"),
  ),
  bank_account: v.nullable(fact("bank_account")),
  bank_account_name: v.nullable(fact("bank_account_name")),
  valid_days: wholeNumber(firmFactLabels.valid_days, 0, validDaysMost),
  pay_within_days: wholeNumber(firmFactLabels.pay_within_days, 1, 60),
  reminders: v.boolean(),
  gst_basis: v.picklist(gstBases),
  gst_months: v.picklist(gstPeriodMonths),
  gst_first_month: wholeNumber("Month", 1, 12),
});
