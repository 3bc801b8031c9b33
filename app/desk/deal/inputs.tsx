import { type ComponentProps, type ReactNode, useId, useState } from "react";

import { charactersOver, FieldProblem, tooLongText } from "#app/desk/ui/too-long.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { leaveNumber } from "#app/shared/ui/field.tsx";
import { type Cents, readDollars, zeroRefusal } from "#domain/deals/money.ts";
import { wordsMost } from "#domain/deals/quote.ts";
import { plainText } from "#domain/plain-text.ts";

interface LabelledProps {
  readonly label: string;
  /** Only for screen readers. */
  readonly isLabelHidden?: boolean;
  readonly children: ReactNode;
}

function Labelled({ label, isLabelHidden = false, children }: LabelledProps) {
  return (
    <label className="grid content-start gap-1 text-sm">
      <span className={isLabelHidden ? "sr-only" : "text-ink-muted"}>{label}</span>
      {children}
    </label>
  );
}

/** Smaller than on public pages if there is a mouse. */
const look = `${controlClasses} min-h-11! py-1! lg:min-h-9! lg:text-sm`;

/** For an element that keeps its form from being sent while there is a problem. */
function validity(problem: string | null) {
  return {
    ref: (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null) =>
      field?.setCustomValidity(problem ?? ""),
    "aria-invalid": problem !== null || undefined,
  };
}

interface TextProps {
  readonly label: string;
  /** What keeps it from being sent. */
  readonly problem?: string | null;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}

export type TextInputProps = TextProps &
  Pick<ComponentProps<"input">, "maxLength" | "list" | "type" | "required" | "min" | "max" | "placeholder">;

export function TextInput({ label, problem = null, value, onChange, ...input }: TextInputProps) {
  return (
    <Labelled label={label}>
      <input
        {...validity(problem)}
        autoComplete="off"
        dir="auto"
        onWheel={leaveNumber}
        {...input}
        className={look}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldProblem>{problem}</FieldProblem>
    </Labelled>
  );
}

interface TextAreaProps extends TextProps, Pick<ComponentProps<"textarea">, "rows" | "required"> {
  /** How many characters are sent at most. */
  readonly most?: number;
}

export function TextArea({ label, most = Infinity, problem, value, onChange, ...area }: TextAreaProps) {
  const over = charactersOver(value ?? "", most);
  const shown = problem ?? (over > 0 ? tooLongText(over) : null);
  return (
    <Labelled label={label}>
      <textarea
        {...validity(shown)}
        rows={2}
        dir="auto"
        {...area}
        className={`${look} field-sizing-content max-h-60`}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldProblem>{shown}</FieldProblem>
    </Labelled>
  );
}

/** What staff tell the visitor themselves. */
export function WordsField(words: Pick<TextProps, "value" | "onChange">) {
  return <TextArea label="Your own words, in the mail and on the page" most={wordsMost} {...words} />;
}

/** Why these lines cannot be saved, and what to do about it; null if they can. */
export function linesProblem(
  lines: readonly string[],
  most: { readonly lines: number; readonly characters: number },
): string | null {
  const surplus = lines.length - most.lines;
  if (surplus > 0) return `At most ${most.lines} lines: take out ${surplus}`;
  for (const [index, text] of lines.entries()) {
    const over = plainText(text).length - most.characters;
    if (over > 0) return `Line ${index + 1} has ${tooLongText(over)}: shorten it, or start a new line`;
  }
  return null;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: Readonly<Partial<Record<Value, string>>>;
  readonly onChange: (value: Value) => void;
  readonly required?: boolean;
  /** What the server says of it. */
  readonly problem?: string | null;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, onChange, required, problem = null } = props;
  const isChoice = (name: string): name is Value => Object.hasOwn(choices, name);
  return (
    <Labelled label={label}>
      <select
        {...validity(problem)}
        required={required}
        className={look}
        value={value}
        onChange={({ target }) => {
          if (isChoice(target.value)) onChange(target.value);
        }}
      >
        {Object.entries<string | undefined>(choices).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <FieldProblem>{problem}</FieldProblem>
    </Labelled>
  );
}

interface MoneyFieldProps extends Omit<LabelledProps, "children"> {
  readonly cents: Cents | null;
  readonly onChange: (cents: Cents | null) => void;
  readonly required?: boolean;
  /** Whether it is a price that must be there: nothing and less than nothing are no such amounts. */
  readonly isPrice?: boolean;
  /** What the server says of it. */
  readonly problem?: string | null;
}

/**
 * Dollars and cents. What is no amount stays in the field, marked, changes nothing, and keeps the form from being sent; so does 0 if
 * an amount is required.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { cents, onChange, required = false, isPrice = false, problem: _said, ...labels } = props;
  /** What was typed, and the amount it was typed for: another one from elsewhere takes its place. */
  const [typed, setTyped] = useState({ text: dollarsOf(cents), cents, isTouched: false });
  const readAmount = (entry: string) => {
    const amount = readDollars(entry);
    return isPrice && (amount ?? -1) < 0 ? undefined : amount;
  };
  const shown = typed.cents === cents ? typed.text : dollarsOf(cents);
  const read = readAmount(shown);
  const isWrong = read === undefined && (typed.isTouched || shown !== "");
  const id = useId();
  const hint = isPrice ? "A price such as 15 or 15.50; 0 if it is free" : "An amount such as 185 or 185.50";
  const problem = isWrong ? hint : required && cents === 0 ? zeroRefusal : (props.problem ?? null);
  return (
    <Labelled {...labels}>
      <span className="relative block">
        <span aria-hidden className="text-ink-muted absolute top-2.5 left-2.5 lg:top-2">
          $
        </span>
        <input
          {...validity(problem)}
          required={required}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          aria-describedby={problem === null ? undefined : id}
          className={`${look} pl-6! tabular-nums`}
          value={shown}
          onChange={({ target: { value } }) => {
            const amount = readAmount(value);
            setTyped({ text: value, cents: amount === undefined ? cents : amount, isTouched: true });
            if (amount !== undefined) onChange(amount);
          }}
        />
      </span>
      {problem !== null && (
        <span id={id} className="text-danger font-semibold">
          {problem}
        </span>
      )}
    </Labelled>
  );
}

function dollarsOf(cents: Cents | null): string {
  if (cents === null) return "";
  const text = (Math.abs(cents) / 100).toFixed(2).replace(/\.00$/, "");
  return cents < 0 ? `-${text}` : text;
}
