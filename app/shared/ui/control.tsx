import type { InputEvent, WheelEvent } from "react";

import { type Field, kindOf } from "#domain/field.ts";

import { controlClasses } from "./control-classes.ts";

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly initial?: string | undefined;
  /** Id of a list of suggestions. */
  readonly list?: string | undefined;
  readonly isCapped?: boolean;
  readonly invalid: boolean;
  readonly describedBy?: string;
}

/** The control of one field, with the attributes of its kind. Server pages without scripts render the same. */
export function Control(props: ControlProps) {
  const { id, name, field, initial, list, isCapped = false, invalid, describedBy } = props;
  const control = kindOf(field).control(field, new Date());
  const attributes = {
    ...control.attributes,
    ...(isCapped && "maxLength" in field ? { maxLength: field.maxLength } : {}),
    id,
    name,
    required: field.required,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy,
    className: control.isNarrow ? `${controlClasses} max-w-44` : controlClasses,
    defaultValue: initial ?? control.initial,
  };
  if (control.element === "textarea") return <textarea {...attributes} />;
  if (control.element === "select") {
    return (
      <select {...attributes}>
        {control.options?.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  // The page may have been built last year, and React leaves attributes of built pages alone: set the bound again.
  const setBound = (input: HTMLInputElement | null) => {
    if (input !== null && attributes.max !== undefined) input.max = String(attributes.max);
  };
  return (
    <input
      {...attributes}
      ref={setBound}
      list={list}
      onInput={control.isUpperCase ? writeCapitals : undefined}
      onWheel={attributes.type === "number" ? loseFocus : undefined}
    />
  );
}

/** Keeps the caret where it is. */
function writeCapitals({ currentTarget: input }: InputEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = input;
  if (value === value.toUpperCase()) return;
  input.value = value.toUpperCase();
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** Scrolling with the wheel would count a focused number up or down. */
function loseFocus({ currentTarget }: WheelEvent<HTMLInputElement>): void {
  currentTarget.blur();
}
