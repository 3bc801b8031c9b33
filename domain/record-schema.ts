import * as v from "valibot";

import { type Field, kindOf, unknownValue } from "./field.ts";
import { recordColumns, repeatsSchema } from "./record-columns.ts";
import { fieldEntries, type Submission, type SubmissionRecord } from "./submission.ts";

const columnSchemas = { text: v.string(), integer: v.number(), decimal: v.number() };

function columnSchema(field: Field) {
  const scalar = columnSchemas[kindOf(field).column];
  return field.required && unknownValue(field) !== null ? scalar : v.nullish(scalar, null);
}

export function recordListParser<S extends Submission>(
  submission: S,
): (input: unknown) => SubmissionRecord<S>[] {
  const fields = fieldEntries(submission).map(([name, field]) => [name, columnSchema(field)] as const);
  const schema = v.array(
    v.object({
      ...recordColumns,
      repeats: v.nullish(repeatsSchema, null),
      ...Object.fromEntries(fields),
      consent: v.optional(v.nullable(v.boolean())),
      next_step: v.optional(v.nullable(v.string())),
      step_until: v.optional(v.nullable(v.string())),
      sold_text: v.optional(v.nullable(v.string())),
      in_stock: v.optional(v.boolean()),
    }),
  );
  // The schema above is built from S["fields"], name by name.
  return (input) => v.parse(schema, input) as unknown as SubmissionRecord<S>[];
}
