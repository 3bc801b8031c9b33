import * as v from "valibot";

import type { Parsed } from "#domain/submission-values.ts";

import type { Refusal } from "./errors.ts";

/** The fields of a body by name: none if it is no object. A field that a form sends twice is a list. */
export function fieldsIn(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {};
}

const objectSchema = v.record(v.string(), v.unknown());

export function readFields<Values>(
  parse: (input: Readonly<Record<string, unknown>>) => Parsed<Values>,
  body: unknown,
): { ok: true; values: Values } | { ok: false; refusal: Refusal } {
  const input = v.safeParse(objectSchema, body);
  if (!input.success)
    return { ok: false, refusal: { status: 400, message: "The body must be one JSON object" } };
  const result = parse(input.output);
  if (result.ok) return result;
  return { ok: false, refusal: { status: 400, ...result.problem } };
}
