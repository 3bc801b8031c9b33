import type { WheelEvent } from "react";

import { type ChoiceField, choicesOf, type Field } from "#domain/field.ts";
import { newestModelYear } from "#domain/nz-time.ts";

/** The look of everything one can type or choose in. */
export const controlClasses =
  "min-h-12 w-full rounded-sm border border-line-strong bg-surface-raised px-3 py-2 text-ink aria-invalid:border-2 aria-invalid:border-danger focus-visible:outline-brand";

/** As wide as what goes into it. */
const shortControlClasses = `${controlClasses} max-w-44`;

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly initial?: string | undefined;
  readonly invalid: boolean;
  readonly describedBy?: string;
}

/**
 * The control of one field, with the attributes that its noun knows. Not `maxLength`: browsers cut what is pasted
 * without a word, while the server says what is too long and everything stays (domain/submission-schema.ts).
 */
export function Control({ id, name, field, initial, invalid, describedBy }: ControlProps) {
  const common = {
    id,
    name,
    required: field.required,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy,
    className: controlClasses,
  };
  switch (field.kind) {
    case "text":
    case "email":
    case "phone": {
      const type = ({ text: "text", email: "email", phone: "tel" } as const)[field.kind];
      return (
        <input
          {...common}
          type={type}
          inputMode={type}
          defaultValue={initial}
          autoComplete={field.autocomplete}
        />
      );
    }
    case "long-text":
      return (
        <textarea {...common} rows={field.rows} defaultValue={initial} autoComplete={field.autocomplete} />
      );
    case "year":
      return (
        <input
          {...common}
          className={shortControlClasses}
          type="number"
          inputMode="numeric"
          onWheel={letGo}
          {...(field.bounded
            ? { min: field.min, max: newestModelYear(new Date()), ref: limitToNewestYear }
            : {})}
        />
      );
    case "money":
      return (
        <input
          {...common}
          className={shortControlClasses}
          type="number"
          inputMode="decimal"
          onWheel={letGo}
          step={0.01}
          {...(field.bounded ? { min: field.min, max: field.max } : {})}
        />
      );
    case "choice":
      return (
        <select {...common} defaultValue={field.initial}>
          {choices(field)}
        </select>
      );
  }
}

/** Scrolling with the wheel would count a number that has the focus up or down. */
function letGo({ currentTarget }: WheelEvent<HTMLInputElement>): void {
  currentTarget.blur();
}

/** The page may have been built last year: the newest model year is set again when React starts. */
function limitToNewestYear(input: HTMLInputElement | null): void {
  if (input !== null) input.max = String(newestModelYear(new Date()));
}

function choices(field: ChoiceField) {
  return choicesOf(field).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
