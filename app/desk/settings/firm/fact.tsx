import { type ReactNode, useId } from "react";

import type { CallProblem } from "#app/desk/api/desk-call.ts";
import { Choice, TextInput, type TextInputProps } from "#app/desk/deal/inputs.tsx";
import type { FirmFacts } from "#domain/firm.ts";
import { firmFactLabels } from "#domain/firm/fact-labels.ts";
import type { FirmSetting } from "#domain/firm/firm-calls.ts";

import { isAsShipped } from "./firm-setting.ts";

export interface FirmFieldsProps {
  readonly value: FirmFacts;
  readonly edit: (change: Partial<FirmFacts>) => void;
  /** As it was saved last. */
  readonly setting: FirmSetting;
  /** Why the server has refused this value. */
  readonly problem: CallProblem | null;
}

interface FactProps {
  readonly name: keyof FirmFacts;
  readonly setting: FirmSetting;
  readonly children: ReactNode;
}

/** The field of one fact, which nobody can change here if the server sets it, and what to know of its value. */
export function Fact({ name, setting, children }: FactProps) {
  const id = useId();
  const isFixed = setting.set_by_server.includes(name);
  const note = isFixed
    ? "Set by the server"
    : isAsShipped(name, setting)
      ? "As shipped, not yet yours"
      : null;
  return (
    <fieldset
      disabled={isFixed}
      aria-describedby={note === null ? undefined : id}
      className="grid min-w-0 content-start gap-1"
    >
      {children}
      {note !== null && (
        <p id={id} className={`text-sm font-semibold ${isFixed ? "text-ink-muted" : "text-warn"}`}>
          {note}
        </p>
      )}
    </fieldset>
  );
}

/** Facts whose value is a text. */
type TextName = {
  [Name in keyof FirmFacts]: FirmFacts[Name] extends string | null ? Name : never;
}[keyof FirmFacts];

interface TextFactProps
  extends FirmFieldsProps, Pick<TextInputProps, "maxLength" | "type" | "required" | "placeholder"> {
  readonly name: Exclude<TextName, "region" | "gst_basis">;
}

export function TextFact({ name, value, edit, setting, problem, ...input }: TextFactProps) {
  const isNullable = name === "bank_account" || name === "bank_account_name";
  return (
    <Fact name={name} setting={setting}>
      <TextInput
        label={firmFactLabels[name]}
        {...input}
        problem={problem?.field === name ? problem.message : null}
        value={value[name]}
        onChange={(typed) => edit({ [name]: isNullable && typed === "" ? null : typed })}
      />
    </Fact>
  );
}

interface NumberFactProps extends FirmFieldsProps {
  readonly name: "valid_days" | "pay_within_days";
  readonly min: number;
  readonly max: number;
}

/** An empty field is NaN until the user goes on. */
export function NumberFact({ name, min, max, value, edit, setting, problem }: NumberFactProps) {
  return (
    <Fact name={name} setting={setting}>
      <TextInput
        label={firmFactLabels[name]}
        type="number"
        required
        min={min}
        max={max}
        problem={problem?.field === name ? problem.message : null}
        value={Number.isNaN(value[name]) ? "" : String(value[name])}
        onChange={(typed) => edit({ [name]: typed === "" ? Number.NaN : Number(typed) })}
      />
    </Fact>
  );
}

interface ChoiceFactProps<Value extends string> extends Omit<FirmFieldsProps, "value" | "edit"> {
  readonly name: keyof FirmFacts;
  readonly value: Value;
  readonly choices: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

export function ChoiceFact<Value extends string>(props: ChoiceFactProps<Value>) {
  const { name, setting, problem, ...choice } = props;
  return (
    <Fact name={name} setting={setting}>
      <Choice
        label={firmFactLabels[name]}
        problem={problem?.field === name ? problem.message : null}
        {...choice}
      />
    </Fact>
  );
}
