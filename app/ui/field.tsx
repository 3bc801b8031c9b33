import { useId } from "react";

import type { Field } from "#domain/field.ts";

import { Control } from "./control.tsx";

interface FormFieldProps {
  readonly name: string;
  readonly field: Field;
  /** Id of the message that says what is wrong with it. */
  readonly problemId?: string | undefined;
}

/** One field of a noun: label, hint and the control that its kind asks for. */
export function FormField({ name, field, problemId }: FormFieldProps) {
  const id = useId();
  const hints = [field.hint, field.required ? undefined : "Optional"].filter((hint) => hint !== undefined);
  const describedBy = [hints.length > 0 ? `${id}-hint` : undefined, problemId].filter(Boolean).join(" ");
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {field.label}
      </label>
      {hints.length > 0 && (
        <p id={`${id}-hint`} className="-mt-0.5 text-sm text-ink-muted">
          {hints.join(" · ")}
        </p>
      )}
      <Control
        id={id}
        name={name}
        field={field}
        invalid={problemId !== undefined}
        {...(describedBy === "" ? {} : { describedBy })}
      />
    </div>
  );
}
