import type { ControlOption } from "#domain/field-kind.ts";
import type { Field } from "#domain/field.ts";

import { FieldMessage } from "./field-message.tsx";

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
export function RadioChoice({ id, name, field, options, initial, problemId, problem }: RadioChoiceProps) {
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
