import { type ComponentProps, useId, useState } from "react";

import { type Cents, readDollars, zeroRefusal } from "#domain/deals/money.ts";

import { dealControl, Labelled } from "./text-inputs.tsx";

interface MoneyFieldProps extends Pick<ComponentProps<"input">, "autoFocus" | "required"> {
  readonly label: string;
  readonly cents: Cents | null;
  readonly onChange: (cents: Cents | null) => void;
  /** Only for screen readers. */
  readonly isLabelHidden?: boolean;
  /** Whether it is a price that must be there: nothing and less than nothing are no such amounts. */
  readonly isPrice?: boolean;
}

const amountHint = "An amount such as 185 or 185.50";
const priceHint = "A price such as 15 or 15.50; 0 if it is free";

/**
 * Dollars and cents. What is no amount stays in the field, marked, changes nothing, and keeps the form from being sent; so does 0 if
 * an amount is required.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { label, cents, onChange, isLabelHidden = false, isPrice = false, ...input } = props;
  const [text, setText] = useState(() => dollarsOf(cents));
  const readAmount = (typed: string) => {
    const amount = readDollars(typed);
    return isPrice && (amount ?? -1) < 0 ? undefined : amount;
  };
  const read = readAmount(text);
  const shown = read === undefined || read === cents ? text : dollarsOf(cents);
  const problem = problemOf(readAmount(shown), { isPrice, isRequired: input.required === true });
  const id = useId();
  return (
    <Labelled label={label} isLabelHidden={isLabelHidden}>
      <span className="relative block">
        <span aria-hidden className="text-ink-muted absolute top-2.5 left-2.5 lg:top-2">
          $
        </span>
        <input
          {...input}
          ref={(field) => field?.setCustomValidity(problem ?? "")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : id}
          className={`${dealControl} pl-6! tabular-nums`}
          value={shown}
          onChange={({ target }) => {
            setText(target.value);
            const typed = readAmount(target.value);
            if (typed !== undefined) onChange(typed);
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

interface Kind {
  readonly isPrice: boolean;
  readonly isRequired: boolean;
}

function problemOf(read: Cents | null | undefined, { isPrice, isRequired }: Kind): string | null {
  if (read === undefined) return isPrice ? priceHint : amountHint;
  return read === 0 && isRequired ? zeroRefusal : null;
}
