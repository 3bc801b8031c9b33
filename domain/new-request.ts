import { call } from "./call.ts";
import { type Field, type FieldValue, type Fields, unknownValue } from "./field.ts";
import type { newRequestSchema } from "./new-request-wire.ts";
import { fieldsParser, type ParseResult, type RawValues } from "./submission-values.ts";
import { fieldEntries, type Submission, type SubmissionValues } from "./submission.ts";

/** How a request reached the user who entered it. */
export const channels = {
  phone: "by phone",
  mail: "by e-mail",
  text: "by text message",
  counter: "at the counter",
} as const;
export type Channel = keyof typeof channels;
export function isChannel(text: string | null): text is Channel {
  return text !== null && Object.hasOwn(channels, text);
}

export const channelNames = Object.keys(channels) as readonly Channel[];

/** Enters a request that came in elsewhere (deals.md section 13). */
export const newRequestCall = call<typeof newRequestSchema, { ref: string; link: string }>(
  "POST",
  "/functions/v1/new-request",
  { needsKey: true, status: 201 },
);

/** Without these, nobody could price it or say whose it is. */
const needed: readonly string[] = ["full_name", "part_needed"];
const neededOfVehicles: readonly string[] = ["full_name", "make", "model"];

export function isNeeded({ hasSale }: Submission, name: string): boolean {
  return (hasSale === true ? neededOfVehicles : needed).includes(name);
}

const noWayToAnswer = "Ask for a phone number or an e-mail address: we can't answer without one";

/** The form as staff fill it in: a caller may not know everything. */
function enteredFields(submission: Submission): Fields {
  const asEntered = ([name, field]: [string, Field]) =>
    [name, { ...field, required: isNeeded(submission, name) }] as const;
  return Object.fromEntries(fieldEntries(submission).map(asEntered));
}

/** Reads what staff entered. What they don't know is as `unknownValue` says. */
export function readNewRequest(
  submission: Submission,
  fields: RawValues,
  now: Date,
): ParseResult<SubmissionValues<Submission>> {
  const parsed = fieldsParser(enteredFields(submission), () => now)(fields);
  if (!parsed.ok) return parsed;
  const { email, phone } = parsed.values;
  if (email === undefined && !/\d/.test(String(phone ?? "")))
    return { ok: false, problem: { field: "phone", message: noWayToAnswer } };
  return { ok: true, values: knownValues(submission, parsed.values) };
}

/** Returns values of the form of which staff know these; the others are as `unknownValue` says. */
export function knownValues<S extends Submission>(
  submission: S,
  known: Partial<SubmissionValues<S>>,
): SubmissionValues<S> {
  return { ...unknownValues(submission), ...known } as SubmissionValues<S>;
}

function unknownValues(submission: Submission): Record<string, FieldValue> {
  const unknown = fieldEntries(submission).flatMap(([name, field]) => {
    const value = field.required ? unknownValue(field) : null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(unknown);
}
