import * as v from "valibot";

import { correctionSchema } from "#domain/desk.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { correctableFields, type Submission } from "#domain/submission.ts";
import type { Corrections } from "#server/features/records/change-record.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

/** Applies the form's own rules. An empty optional field becomes null; a refusal names the field. */
export function readCorrection(
  submission: Submission,
  body: unknown,
): { ok: true; corrections: Corrections } | { ok: false; refusal: Refusal } {
  const asked = v.safeParse(correctionSchema, body);
  if (!asked.success) return refused({ message: "The correction could not be read" });
  const { fields } = asked.output;
  const known = Object.entries(correctableFields(submission));
  const named = known.filter(([name]) => Object.hasOwn(fields, name));
  const parsed = fieldsParser(Object.fromEntries(named))(fields);
  if (!parsed.ok) return refused(parsed.problem);
  const values = new Map(Object.entries(parsed.values).map(([name, value]) => [name, String(value)]));
  const cells = named.map(([name]) => [name, values.get(name) ?? null] as const);
  return { ok: true, corrections: Object.fromEntries(cells) };
}

function refused(problem: { readonly message: string; readonly field?: string }) {
  return { ok: false, refusal: { status: 400, ...problem } } as const;
}
