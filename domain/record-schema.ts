import * as v from "valibot";

import { type Field, kindOf } from "./field.ts";
import { fieldEntries, type Submission, type SubmissionRecord } from "./submission.ts";

const recordColumns = {
  id: v.string(),
  ref_number: v.string(),
  /** Any text: an open desk shows a status added later in grey. */
  status: v.string(),
  adopted: v.optional(v.boolean(), false),
  order_placed: v.optional(v.boolean(), false),
  created_at: v.string(),
  updated_at: v.nullish(v.string(), null),
  number: v.optional(v.number(), 0),
  version: v.optional(v.number(), 0),
  owner_id: v.nullish(v.string(), null),
  snoozed_until: v.nullish(v.string(), null),
  duplicate_of: v.nullish(v.string(), null),
  repeats: v.nullish(v.object({ count: v.number(), duplicate_of: v.nullable(v.string()) }), null),
  answered_at: v.nullish(v.string(), null),
  answered_by: v.nullish(v.string(), null),
  file_urls: v.optional(v.array(v.string()), []),
};

const columnSchemas = { text: v.string(), integer: v.number(), decimal: v.number() };

function columnSchema(field: Field) {
  const scalar = columnSchemas[kindOf(field).column];
  return field.required ? scalar : v.nullish(scalar, null);
}

export function recordListParser<S extends Submission>(
  submission: S,
): (input: unknown) => SubmissionRecord<S>[] {
  const fields = fieldEntries(submission).map(([name, field]) => [name, columnSchema(field)] as const);
  const schema = v.array(
    v.object({
      ...recordColumns,
      ...Object.fromEntries(fields),
      consent: v.optional(v.nullable(v.boolean())),
      next_step: v.optional(v.nullable(v.string())),
      step_until: v.optional(v.nullable(v.string())),
    }),
  );
  // The schema above is built from S["fields"], name by name.
  return (input) => v.parse(schema, input) as unknown as SubmissionRecord<S>[];
}
