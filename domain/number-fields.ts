import * as v from "valibot";

import type { FieldBase, FieldKind } from "./field-kind.ts";
import { newestModelYear } from "./nz-time.ts";

/** A number whose bounds the server always checks; the browser only if it is `bounded`. */
interface NumberField extends FieldBase {
  readonly min: number;
  readonly bounded: boolean;
}

/** A whole number from `min` to next year in New Zealand. */
export interface YearField extends NumberField {
  readonly kind: "year";
}

/** In NZD, with at most two decimals. */
export interface MoneyField extends NumberField {
  readonly kind: "money";
}

const largestAmount = 10_000_000;

function numberFromText(text: string): number | string {
  return /^-?\d*\.?\d+$/.test(text.trim()) ? Number(text) : text;
}

/** Reads one year as people write it: "2015ish", "'08". Null if the text names no year, or several. */
export function yearIn(text: string, now = new Date()): number | null {
  const [digits = "", ...others] = text.match(/\d+/g) ?? [];
  if (others.length > 0 || /-\d/.test(text)) return null;
  if (digits.length === 4) return Number(digits);
  return digits.length === 2 ? latestYearEndingIn(Number(digits), newestModelYear(now)) : null;
}

function latestYearEndingIn(twoDigits: number, newest: number): number {
  const year = newest - (newest % 100) + twoDigits;
  return year <= newest ? year : year - 100;
}

export const year: FieldKind<YearField, number> = {
  column: "integer",
  schema(field, now) {
    const inRange = (value: number) => value >= field.min && value <= newestModelYear(now());
    return v.pipe(
      v.number(`${field.label} must be a number`),
      v.integer(`${field.label} must be a whole number`),
      v.check(inRange, () => `${field.label} must be from ${field.min} to ${newestModelYear(now())}`),
    );
  },
  fromText: (text) => yearIn(text) ?? numberFromText(text),
  display: (_field, value) => String(value),
  searchTexts: (_field, value) => [String(value)],
  control: ({ bounded, min }, now) => ({
    element: "input",
    isNarrow: true,
    attributes: {
      type: "number",
      inputMode: "numeric",
      ...(bounded ? { min, max: newestModelYear(now) } : {}),
    },
  }),
};

export const money: FieldKind<MoneyField, number> = {
  column: "decimal",
  unit: "NZD",
  schema: (field) =>
    v.pipe(
      v.number(`${field.label} must be a number`),
      v.minValue(field.min, `${field.label} must be at least ${field.min}`),
      v.maxValue(largestAmount, `${field.label} must be at most ${largestAmount}`),
      v.check(
        (amount) => Number(amount.toFixed(2)) === amount,
        `${field.label} can have at most two decimals`,
      ),
    ),
  fromText: numberFromText,
  display: (_field, value) => `$${value.toFixed(2)} NZD`,
  searchTexts: () => [],
  control: ({ bounded, min }) => ({
    element: "input",
    isNarrow: true,
    attributes: {
      type: "number",
      inputMode: "decimal",
      step: 0.01,
      ...(bounded ? { min, max: largestAmount } : {}),
    },
  }),
};
