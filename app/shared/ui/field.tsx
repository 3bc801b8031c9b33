import { type ReactNode, useId } from "react";

import { type Field, kindOf } from "#domain/field.ts";

import { Control } from "./control.tsx";
import { FieldMessage } from "./field-message.tsx";
import { RadioChoice } from "./radio-choice.tsx";

interface FormFieldProps {
  /** Needed where React takes over a part of a page: generated ids differ there. */
  readonly id?: string;
  readonly name: string;
  readonly field: Field;
  readonly initial?: string | undefined;
  /** Id of a message elsewhere that says what is wrong with the field. */
  readonly problemId?: string | undefined;
  /** What is wrong with the field, shown there. */
  readonly problem?: string | undefined;
  /** Id of a list of suggestions. */
  readonly list?: string | undefined;
  /** Cuts what is too long, in place of refusing it: for fields of staff. */
  readonly isCapped?: boolean;
  readonly help?: ReactNode;
  /** Below the control. */
  readonly note?: ReactNode;
}

export function FormField({ id: given, ...props }: FormFieldProps) {
  const generated = useId();
  const id = given ?? generated;
  const { element, options = [] } = kindOf(props.field).control(props.field, new Date());
  if (element === "radios") return <RadioChoice {...props} id={id} options={options} />;
  return <LabelledField {...props} id={id} />;
}

function LabelledField(props: FormFieldProps & { readonly id: string }) {
  const { id, name, field, initial, problemId, problem, list, isCapped, help, note } = props;
  const descriptions = {
    [`${id}-hint`]: field.hint !== undefined,
    [`${id}-optional`]: !field.required,
    [problemId ?? ""]: problemId !== undefined,
    [`${id}-problem`]: problem !== undefined,
    [`${id}-note`]: note !== undefined,
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
      {help}
      <FieldMessage id={`${id}-problem`} message={problem} />
      <Control
        id={id}
        name={name}
        field={field}
        initial={initial}
        list={list}
        isCapped={isCapped === true}
        invalid={problemId !== undefined || problem !== undefined}
        {...(describedBy.length === 0 ? {} : { describedBy: describedBy.join(" ") })}
      />
      {note}
    </div>
  );
}
