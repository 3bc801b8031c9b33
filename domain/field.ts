/**
 * The kinds of field a submission can have. A noun lists its fields once; the schema, the form
 * attributes, the mail lines and the admin card all derive from that list.
 * Lengths are counted in code points after NFC and trimming (design.md section 8.18).
 */

interface Named {
  readonly label: string;
  readonly required: boolean;
  readonly hint?: string;
  /** It says who somebody is or how to reach them: staff can correct it (Privacy Act 2020, IPP 7). */
  readonly correctable?: true;
}

/** One line of text. `autocomplete` is an HTML autofill token. */
export interface TextField extends Named {
  readonly kind: "text" | "email" | "phone";
  readonly maxLength: number;
  readonly autocomplete?: string;
}

/** Text that may contain line breaks. */
export interface LongTextField extends Named {
  readonly kind: "long-text";
  readonly maxLength: number;
  readonly rows: number;
  readonly autocomplete?: string;
}

/** A number whose bounds the server always checks, and the form only where it is `bounded`. */
interface NumberField extends Named {
  readonly min: number;
  readonly bounded: boolean;
}

/** A model year, a whole number from `min` to next year in New Zealand. */
export interface YearField extends NumberField {
  readonly kind: "year";
}

/** An amount in NZD with at most two decimals. */
export interface MoneyField extends NumberField {
  readonly kind: "money";
  readonly max: number;
}

export interface ChoiceField<Value extends string = string> extends Named {
  readonly kind: "choice";
  readonly options: Readonly<Record<Value, string>>;
  /** Label of the empty choice: the field may be left open or, where it is required, is chosen on purpose. */
  readonly emptyLabel?: string;
  /** What is chosen at first. */
  readonly initial?: NoInfer<Value>;
}

export type Field = TextField | LongTextField | YearField | MoneyField | ChoiceField;
export type Fields = Readonly<Record<string, Field>>;

type Scalar<F extends Field> =
  F extends ChoiceField<infer Value> ? Value : F extends YearField | MoneyField ? number : string;

type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name]["required"] extends true ? Name : never;
}[keyof F];

/** What a visitor sends: required fields present, optional ones absent when left empty. */
export type FieldValues<F extends Fields> = {
  [Name in RequiredNames<F>]: Scalar<F[Name]>;
} & {
  [Name in Exclude<keyof F, RequiredNames<F>>]?: Scalar<F[Name]>;
};

/** What the database holds: every field present, null where it was left empty. */
export type FieldColumns<F extends Fields> = {
  [Name in keyof F]: Name extends RequiredNames<F> ? Scalar<F[Name]> : Scalar<F[Name]> | null;
};

/** What can be chosen, with its label: first the empty choice, where the field may be left open or is chosen on purpose. */
export function choicesOf({ options, emptyLabel, required }: ChoiceField): (readonly [string, string])[] {
  const isLeftOpen = emptyLabel !== undefined || !required;
  return [...(isLeftOpen ? [["", emptyLabel ?? ""] as const] : []), ...Object.entries(options)];
}

export const MONEY_MAX = 10_000_000;
