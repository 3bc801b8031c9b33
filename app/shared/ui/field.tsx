import { useId } from "react";

import { type Field, kindOf } from "#domain/field.ts";

import { Control } from "./control.tsx";
import { RadioChoice } from "./radio-choice.tsx";

interface FormFieldProps {
  readonly name: string;
  readonly field: Field;
  readonly initial?: string | undefined;
  readonly problemId?: string | undefined;
}

export function FormField(props: FormFieldProps) {
  const { element, options = [] } = kindOf(props.field).control(props.field, new Date());
  return element === "radios" ? <RadioChoice {...props} options={options} /> : <LabelledField {...props} />;
}

function LabelledField({ name, field, initial, problemId }: FormFieldProps) {
  const id = useId();
  const descriptions = {
    [`${id}-hint`]: field.hint !== undefined,
    [`${id}-optional`]: !field.required,
    [problemId ?? ""]: problemId !== undefined,
  };
  const describedBy = Object.keys(descriptions).filter((each) => descriptions[each]);
  return (
    <div className="grid content-start gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {field.label}
        </label>
        {!field.required && (
          <span id={`${id}-optional`} className="text-ink-muted text-sm">
            Optional
          </span>
        )}
      </div>
      {field.hint !== undefined && (
        <p id={`${id}-hint`} className="text-ink-muted -mt-0.5 text-sm">
          {field.hint}
        </p>
      )}
      <Control
        id={id}
        name={name}
        field={field}
        initial={initial}
        invalid={problemId !== undefined}
        {...(describedBy.length === 0 ? {} : { describedBy: describedBy.join(" ") })}
      />
    </div>
  );
}
