import type { WheelEvent } from "react";

import type { FieldControl } from "#domain/field-kind.ts";
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
    className: classesOf(control),
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
  return <input {...attributes} ref={setBound} list={list} onWheel={leaveNumber} />;
}

/** Capitals are only shown: changing the text would double it under keyboards that suggest words. */
function classesOf({ isNarrow, isUpperCase }: FieldControl): string {
  return [controlClasses, isNarrow && "max-w-44", isUpperCase && "uppercase"].filter(Boolean).join(" ");
}

/** Scrolling with the wheel would count a focused number up or down. */
export function leaveNumber({ currentTarget: input }: WheelEvent<HTMLInputElement>): void {
  if (input.type === "number") input.blur();
}
