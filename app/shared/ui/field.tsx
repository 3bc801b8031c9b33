import { type ReactNode, useId, type WheelEvent } from "react";

import type { ControlOption, FieldControl } from "#domain/field-kind.ts";
import { type Field, kindOf } from "#domain/field.ts";

import { controlClasses } from "./control-classes.ts";

interface FormFieldProps {
  /** Required where React takes over a part of a page: generated ids differ there. */
  readonly id?: string;
  readonly name: string;
  readonly field: Field;
  readonly initial?: string | undefined;
  /** Id of a message elsewhere that says what is wrong with the field. */
  readonly problemId?: string | undefined;
  /** Message about a mistake, shown at the field. */
  readonly problem?: string | undefined;
  /** Id of a list of suggestions. */
  readonly list?: string | undefined;
  /** Cuts what is too long, in place of refusing it: for fields of staff. */
  readonly isCapped?: boolean;
  readonly help?: ReactNode;
  /** Text below the control. */
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
function Control(props: ControlProps) {
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

interface FieldMessageProps {
  readonly id: string;
  readonly message: string | undefined;
}

export function FieldMessage({ id, message }: FieldMessageProps) {
  if (message === undefined) return null;
  return (
    <p id={id} className="text-danger font-semibold">
      {message}
    </p>
  );
}

interface RadioChoiceProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly options: readonly ControlOption[];
  readonly initial?: string | undefined;
  readonly problemId?: string | undefined;
  readonly problem?: string | undefined;
}

/** A choice with every option in view, each with the line that explains it. */
function RadioChoice({ id, name, field, options, initial, problemId, problem }: RadioChoiceProps) {
  const messageId = problem === undefined ? problemId : `${id}-problem`;
  return (
    <fieldset
      id={id}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-required={field.required}
      aria-invalid={messageId !== undefined || undefined}
      aria-describedby={messageId}
      className="aria-invalid:outline-danger grid gap-1 aria-invalid:outline-2 aria-invalid:outline-offset-4"
    >
      <legend id={`${id}-legend`} className="mb-1 font-semibold">
        {field.label}
      </legend>
      <FieldMessage id={`${id}-problem`} message={problem} />
      <div className="grid gap-2">
        {options.map(([value, label, meaning]) => (
          <label
            key={value}
            className="border-line-strong bg-surface-raised has-checked:border-brand has-checked:bg-brand-soft has-checked:outline-brand flex min-h-16 items-center gap-4 rounded-sm border px-4 py-2 has-checked:outline-2 has-checked:-outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={value}
              required={field.required}
              defaultChecked={value === initial}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-meaning`}
              className="accent-brand size-6 shrink-0"
            />
            <span>
              <span id={`${id}-${value}`} className="block font-semibold">
                {label}
              </span>
              <span id={`${id}-${value}-meaning`} className="text-ink-muted block text-sm">
                {meaning}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
