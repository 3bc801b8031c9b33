import {
  displayValue,
  type Field,
  type Fields,
  type FieldValue,
  type FieldValues,
  type KindName,
  kindOf,
} from "./field.ts";
import { messages } from "./messages.ts";
import type { Outcome } from "./outcome.ts";
import { withoutUnseen } from "./plain-text.ts";
import { fieldEntries, type Submission, type SubmissionValues } from "./submission.ts";

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Unchecked values by field name. */
export type RawValues = Readonly<Record<string, unknown>>;

export type ParseResult<Result> = { ok: true; values: Result } | { ok: false; problem: FieldProblem };

export function submissionParser<S extends Submission>(
  submission: S,
  now: () => Date,
): (input: RawValues) => ParseResult<SubmissionValues<S>> {
  return fieldsParser(submission.fields as S["fields"], now);
}

/** Long texts keep what joins the characters of some scripts. */
const cleaned = (field: Field, value: unknown) =>
  typeof value === "string" && !kindOf(field).isLong ? withoutUnseen(value) : value;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && withoutUnseen(value).trim() === "");

/** Undefined if it is empty and may be. */
function readValue(field: Field, given: unknown, now: Date): Outcome<FieldValue | undefined, string> {
  const value = cleaned(field, given);
  if (!isEmpty(value)) return kindOf(field).read(field, value, now);
  return field.required ? { refusal: `${field.label} is required` } : { ok: undefined };
}

/** Normalises values (NFC, trimmed, LF, spaces for tabs), omits empty ones, and refuses unknown names. */
export function fieldsParser<F extends Fields>(
  fields: F,
  now: () => Date = () => new Date(),
): (input: RawValues) => ParseResult<FieldValues<F>> {
  return (input) => {
    const unknown = Object.keys(input).find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined) return refuse(unknown, `Unknown field ${unknown.slice(0, 60)}`);
    const values: Record<string, FieldValue> = {};
    for (const [name, field] of Object.entries(fields)) {
      const read = readValue(field, Object.hasOwn(input, name) ? input[name] : undefined, now());
      if ("refusal" in read) return refuse(name, read.refusal);
      if (read.ok !== undefined) values[name] = read.ok;
    }
    // The loop above has read every name of F by its own kind.
    return { ok: true, values: values as FieldValues<F> };
  };
}

function refuse(field: string, message: string): { ok: false; problem: FieldProblem } {
  return { ok: false, problem: { field, message } };
}

/**
 * Everything for which the texts of a form would be refused, in the order of the form: for the page before it sends,
 * and for the page without scripts.
 */
export function refusals(
  submission: Submission,
  form: RawValues,
  now: () => Date = () => new Date(),
): FieldProblem[] {
  const values = valuesFromForm(submission, form);
  const problems = submission.groups
    .flatMap(({ names }) => names)
    .flatMap((name) => {
      const field = submission.fields[name];
      const read = field === undefined ? null : readValue(field, values[name], now());
      return read === null || "ok" in read ? [] : [{ field: name, message: read.refusal }];
    });
  if (!submission.asksConsent || form["consent"] === "true") return problems;
  return [...problems, { field: "consent", message: messages.consentMissing }];
}

/** Turns the texts of a form into the wire's types. Names that the form does not have stay, to be refused. */
export function valuesFromForm(submission: Submission, form: RawValues): Record<string, unknown> {
  const fields = new Map(fieldEntries(submission));
  const convert = ([name, typed]: [string, unknown]): [string, unknown] => {
    const field = fields.get(name);
    const value = field === undefined ? typed : cleaned(field, typed);
    if (field === undefined || typeof value !== "string") return [name, typed];
    return [name, kindOf(field).fromText(value)];
  };
  return Object.fromEntries(Object.entries(form).map(convert));
}

function valueOf({ fields }: Submission, values: RawValues, name: string): string {
  const [field, value] = [fields[name], values[name]];
  const isScalar = typeof value === "string" || typeof value === "number";
  return field === undefined || !isScalar ? "" : displayValue(field, value);
}

/** Identifies a submission in one line, for example "2015 Honda TRX420FM front diff". */
export function summaryOf(submission: Submission, values: RawValues): string {
  return joined(submission, values, submission.summaryFields);
}

/** With the machine apart: ["2015 Honda TRX420FM", "front diff"]. A caller's machine may be unknown. */
export function summaryLines(submission: Submission, values: RawValues): string[] {
  const isMachine = (name: string) => submission.fields[name]?.role === "machine";
  const others = submission.summaryFields.filter((name) => !isMachine(name));
  return [machineOf(submission, values), ...others.map((name) => valueOf(submission, values, name))].filter(
    (line) => line !== "",
  );
}

export function machineOf(submission: Submission, values: RawValues): string {
  const names = submission.summaryFields.filter((name) => submission.fields[name]?.role === "machine");
  return joined(submission, values, names);
}

function joined(submission: Submission, values: RawValues, names: readonly string[]): string {
  return names
    .map((name) => valueOf(submission, values, name))
    .filter((text) => text !== "")
    .join(" ");
}

/** Empty if there is none. */
export function valueInRole(submission: Submission, values: RawValues, role: Field["role"]): string {
  const name = fieldEntries(submission).find(([, field]) => field.role === role)?.[0];
  return name === undefined ? "" : valueOf(submission, values, name);
}

export function namesOfKind(submission: Submission, kind: KindName): string[] {
  return fieldEntries(submission).flatMap(([name, field]) => (field.kind === kind ? [name] : []));
}

export function textsOfKind(submission: Submission, values: RawValues, kind: KindName): string[] {
  return namesOfKind(submission, kind).flatMap((name) => {
    const value = values[name];
    return typeof value === "string" && value !== "" ? [value] : [];
  });
}

export function emailOf(submission: Submission, values: RawValues): string | undefined {
  return textsOfKind(submission, values, "email")[0];
}
