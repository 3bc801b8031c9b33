import type { FastifyRequest } from "fastify";
import * as v from "valibot";

import type { Outcome } from "#domain/outcome.ts";
import type { ParseResult } from "#domain/submission-values.ts";

import type { Refusal } from "./errors.ts";

/** The fields of a body by name: none if it is no object. A field that a form sends twice is a list. */
export function fieldsIn(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {};
}

const idSchema = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** The `:id` of the path; null if it is no UUID. */
export function idIn({ params }: FastifyRequest): string | null {
  const parsed = v.safeParse(idSchema, params);
  return parsed.success ? parsed.output.id : null;
}

const objectSchema = v.record(v.string(), v.unknown());

export function readFields<Values>(
  parse: (input: Readonly<Record<string, unknown>>) => ParseResult<Values>,
  body: unknown,
): Outcome<Values, Refusal> {
  const input = v.safeParse(objectSchema, body);
  if (!input.success) return { refusal: { status: 400, message: "The body must be one JSON object" } };
  const result = parse(input.output);
  return result.ok ? { ok: result.values } : { refusal: { status: 400, ...result.problem } };
}

/** Reads `If-Match: "<version>"`, the version a change is based on. Null accepts any version. */
export function versionOf(request: FastifyRequest): number | null | "unreadable" {
  const header = request.headers["if-match"];
  if (header === undefined || header === "*") return null;
  const [, digits] = /^"(\d{1,15})"$/.exec(header) ?? [];
  return digits === undefined ? "unreadable" : Number(digits);
}
