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

function isNumber(value: unknown): value is number {
  return typeof value === "number" && !Number.isNaN(value);
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
  read({ label, min }, value, now) {
    if (!isNumber(value)) return { refusal: `${label} must be a number` };
    if (!Number.isInteger(value)) return { refusal: `${label} must be a whole number` };
    const max = newestModelYear(now);
    return value >= min && value <= max
      ? { ok: value }
      : { refusal: `${label} must be from ${min} to ${max}` };
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
  read({ label, min }, value) {
    if (!isNumber(value)) return { refusal: `${label} must be a number` };
    if (value < min) return { refusal: `${label} must be at least ${min}` };
    if (value > largestAmount) return { refusal: `${label} must be at most ${largestAmount}` };
    const isExact = Number(value.toFixed(2)) === value;
    return isExact ? { ok: value } : { refusal: `${label} can have at most two decimals` };
  },
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
