import { useId } from "react";

import { type Field, kindOf } from "#domain/field.ts";

import { Control } from "./control.tsx";
import { RadioChoice } from "./radio-choice.tsx";

interface FormFieldProps {
  readonly id?: string;
  readonly name: string;
  readonly field: Field;
  readonly initial?: string | undefined;
  readonly problemId?: string | undefined;
}

/** `id`: needed where React takes over a part of a page, as generated ids differ there. */
export function FormField({ id: given, ...props }: FormFieldProps) {
  const generated = useId();
  const identified = { id: given ?? generated, ...props };
  const { element, options = [] } = kindOf(props.field).control(props.field, new Date());
  if (element === "radios") return <RadioChoice {...identified} options={options} />;
  return <LabelledField {...identified} />;
}

function LabelledField({ id, name, field, initial, problemId }: FormFieldProps & { readonly id: string }) {
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
