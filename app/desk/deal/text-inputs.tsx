import type { ComponentProps, ReactNode } from "react";

import { charactersOver, FieldProblem, tooLongText } from "#app/desk/ui/too-long.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { leaveNumber } from "#app/shared/ui/field.tsx";

/** Smaller than on public pages if there is a mouse. */
export const dealControl = `${controlClasses} min-h-11! py-1! lg:min-h-9! lg:text-sm`;

interface LabelledProps {
  readonly label: string;
  /** Only for screen readers. */
  readonly isLabelHidden?: boolean;
  readonly children: ReactNode;
}

export function Labelled({ label, isLabelHidden = false, children }: LabelledProps) {
  return (
    <label className="grid content-start gap-1 text-sm">
      <span className={isLabelHidden ? "sr-only" : "text-ink-muted"}>{label}</span>
      {children}
    </label>
  );
}

interface TextInputProps extends Pick<
  ComponentProps<"input">,
  "maxLength" | "list" | "pattern" | "type" | "required" | "min" | "max"
> {
  readonly label: string;
  /** What keeps it from being sent. */
  readonly problem?: string | null;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}

export function TextInput({ label, problem, value, onChange, ...input }: TextInputProps) {
  return (
    <Labelled label={label}>
      <input
        ref={(field) => field?.setCustomValidity(problem ?? "")}
        aria-invalid={typeof problem === "string" || undefined}
        autoComplete="off"
        dir="auto"
        onWheel={leaveNumber}
        {...input}
        className={dealControl}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem !== undefined && <FieldProblem>{problem}</FieldProblem>}
    </Labelled>
  );
}

interface TextAreaProps extends Pick<ComponentProps<"textarea">, "rows" | "required" | "placeholder"> {
  readonly label: string;
  /** How many characters are sent at most. */
  readonly most?: number;
  /** What else keeps it from being sent. */
  readonly problem?: string | null;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}

export function TextArea({ label, most = Infinity, problem, value, onChange, ...area }: TextAreaProps) {
  const text = value ?? "";
  const over = charactersOver(text, most);
  const shown = problem ?? (over > 0 ? tooLongText(over) : null);
  return (
    <Labelled label={label}>
      <textarea
        ref={(field) => field?.setCustomValidity(shown ?? "")}
        aria-invalid={shown !== null || undefined}
        rows={2}
        dir="auto"
        {...area}
        className={`${dealControl} field-sizing-content max-h-60`}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldProblem>{shown}</FieldProblem>
    </Labelled>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
  readonly required?: boolean;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, onChange, required = false } = props;
  const entries = Object.entries<string>(choices);
  return (
    <Labelled label={label}>
      <select
        required={required}
        className={dealControl}
        value={value}
        onChange={({ target }) => {
          if (isKeyOf(choices, target.value)) onChange(target.value);
        }}
      >
        {entries.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function isKeyOf<Value extends string>(
  choices: Readonly<Record<Value, string>>,
  name: string,
): name is Value {
  return Object.hasOwn(choices, name);
}
