import * as v from "valibot";

import type {
  ChoiceField,
  Field,
  Fields,
  FieldValues,
  MoneyField,
  TextField,
  LongTextField,
  YearField,
} from "./field.ts";
import { newestModelYear } from "./nz-time.ts";
import type { Submission, SubmissionValues } from "./submission.ts";

/** What is wrong with one field, in words for the visitor. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export type Parsed<Values> = { ok: true; values: Values } | { ok: false; problem: FieldProblem };

/** Controls, and the line ends that Unicode adds to them. */
const controlsAndLineEnds = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const controlsButLineBreaks = /[\p{Cc}--\n]/v;

// One dot-atom address at a domain with a dot: no lists, groups, names or quoted forms (RFC 5322 section 3.4.1).
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+";
const domainLabel = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
const plainAddress = new RegExp(`^${atom}(?:\\.${atom})*@${domainLabel}(?:\\.${domainLabel})+$`);

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function textSchema(field: TextField | LongTextField) {
  const forbidden = field.kind === "long-text" ? controlsButLineBreaks : controlsAndLineEnds;
  return v.pipe(
    v.string(`${field.label} must be text`),
    v.check((text) => text.isWellFormed(), `${field.label} contains broken characters`),
    v.transform((text) => text.replaceAll("\r\n", "\n").replaceAll("\t", " ").normalize("NFC").trim()),
    v.minLength(1, `${field.label} is required`),
    v.check((text) => !forbidden.test(text), `${field.label} contains characters that cannot be used`),
    v.check(
      (text) => text.length <= field.maxLength || codePoints(text) <= field.maxLength,
      `${field.label} must be at most ${field.maxLength} characters`,
    ),
  );
}

function emailSchema(field: TextField) {
  return v.pipe(
    textSchema(field),
    v.regex(plainAddress, `${field.label} must be one plain e-mail address, such as name@example.co.nz`),
  );
}

function yearSchema(field: YearField, now: () => Date) {
  const inRange = (year: number) => year >= field.min && year <= newestModelYear(now());
  return v.pipe(
    v.number(`${field.label} must be a number`),
    v.integer(`${field.label} must be a whole number`),
    v.check(inRange, () => `${field.label} must be from ${field.min} to ${newestModelYear(now())}`),
  );
}

function moneySchema(field: MoneyField) {
  return v.pipe(
    v.number(`${field.label} must be a number`),
    v.minValue(field.min, `${field.label} must be at least ${field.min}`),
    v.maxValue(field.max, `${field.label} must be at most ${field.max}`),
    v.check((amount) => Number(amount.toFixed(2)) === amount, `${field.label} can have at most two decimals`),
  );
}

function choiceSchema(field: ChoiceField) {
  const values = Object.keys(field.options);
  return v.picklist(values, `${field.label} must be one of ${values.join(", ")}`);
}

function fieldSchema(field: Field, now: () => Date) {
  switch (field.kind) {
    case "text":
    case "phone":
    case "long-text":
      return textSchema(field);
    case "email":
      return emailSchema(field);
    case "year":
      return yearSchema(field, now);
    case "money":
      return moneySchema(field);
    case "choice":
      return choiceSchema(field);
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "" || isBlank(value);
const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";

/** Builds the check of a noun's fields. */
export function submissionParser<S extends Submission>(
  submission: S,
  now: () => Date,
): (input: Readonly<Record<string, unknown>>) => Parsed<SubmissionValues<S>> {
  return fieldsParser(submission.fields as S["fields"], now);
}

/**
 * Builds the check of a list of fields. The result normalises what it accepts (NFC, trimmed, LF, spaces for
 * the tabs of pasted tables) and leaves empty optional fields out, so that equal inputs have equal values.
 * Unknown names are problems: nobody can set what the list does not name.
 */
export function fieldsParser<F extends Fields>(
  fields: F,
  now: () => Date = () => new Date(),
): (input: Readonly<Record<string, unknown>>) => Parsed<FieldValues<F>> {
  const schemas = Object.entries(fields).map(
    ([name, field]) => [name, field, fieldSchema(field, now)] as const,
  );
  const known = new Set(Object.keys(fields));
  return (input) => {
    const stranger = Object.keys(input).find((name) => !known.has(name));
    if (stranger !== undefined) return refuse(stranger, `Unknown field ${stranger.slice(0, 60)}`);
    const values: Record<string, string | number> = {};
    for (const [name, field, schema] of schemas) {
      const value = Object.hasOwn(input, name) ? input[name] : undefined;
      if (isEmpty(value)) {
        if (field.required) return refuse(name, `${field.label} is required`);
        continue;
      }
      const result = v.safeParse(schema, value, { abortPipeEarly: true });
      if (!result.success) return refuse(name, result.issues[0].message);
      values[name] = result.output;
    }
    // The loop above has checked every name of F against its own schema.
    return { ok: true, values: values as FieldValues<F> };
  };
}

function refuse(field: string, message: string): { ok: false; problem: FieldProblem } {
  return { ok: false, problem: { field, message } };
}

/**
 * Turns the texts of an urlencoded form into the wire's types: numbers become numbers, everything
 * else stays text. What is no number stays text, so that the parser names the field.
 */
export function valuesFromForm(
  submission: Submission,
  form: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const convert = ([name, value]: [string, unknown]): [string, unknown] => {
    const kind = submission.fields[name]?.kind;
    const isNumber = kind === "year" || kind === "money";
    if (!isNumber || typeof value !== "string" || !/^-?\d+(\.\d+)?$/.test(value.trim())) return [name, value];
    return [name, Number(value)];
  };
  return Object.fromEntries(Object.entries(form).map(convert));
}
