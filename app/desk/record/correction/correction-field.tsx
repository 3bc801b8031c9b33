import { useId } from "react";

import { FormField } from "#app/shared/ui/field.tsx";
import type { Field } from "#domain/field.ts";

interface CorrectionFieldProps {
  readonly name: string;
  readonly field: Field;
  /** What the form was opened with. */
  readonly initial: string;
  /** What the record says now. */
  readonly current: string;
  readonly problem: string | null;
}

/** A field of the visitor's form, as staff fill it in: without hints for the visitor, or the browser's own address. */
export function CorrectionField({ name, field, initial, current, problem }: CorrectionFieldProps) {
  const problemId = useId();
  return (
    <div className="grid gap-1">
      <FormField
        name={name}
        field={forStaff(field)}
        initial={initial}
        problemId={problem === null ? undefined : problemId}
      />
      {problem !== null && (
        <p id={problemId} role="alert" className="text-danger text-sm font-semibold">
          {problem}
        </p>
      )}
      {current !== initial && (
        <p role="status" className="text-warn text-sm">
          A colleague has since changed it to: <bdi>{current === "" ? "nothing" : current}</bdi>
        </p>
      )}
    </div>
  );
}

function forStaff({ hint: _forVisitors, ...field }: Field): Field {
  return "autocomplete" in field ? { ...field, autocomplete: "off" } : field;
}
