import type { FieldBase, FieldKind } from "./field-kind.ts";
import { money, year } from "./number-fields.ts";
import { email, longText, phone, text, vin } from "./text-fields.ts";

interface ChoiceField<Value extends string = string> extends FieldBase {
  readonly kind: "choice";
  readonly options: Readonly<Record<Value, string>>;
  /** An optional choice may stay empty; a required one is made on purpose. */
  readonly emptyLabel?: string;
  readonly initial?: NoInfer<Value>;
  /** Explains each option in a line. The options are then radio buttons, large enough for a thumb. */
  readonly meanings?: Readonly<Record<NoInfer<Value>, string>>;
}

const choice: FieldKind<ChoiceField, string> = {
  column: "text",
  read({ label, options }, value) {
    if (typeof value === "string" && Object.hasOwn(options, value)) return { ok: value };
    return { refusal: `${label} must be one of ${Object.keys(options).join(", ")}` };
  },
  fromText: (typed) => typed,
  display: labelOf,
  searchTexts: (field, value) => [labelOf(field, value)],
  control({ options, emptyLabel, required, initial, meanings }) {
    if (meanings !== undefined) {
      const explained = Object.entries(options).map(
        ([value, label]) => [value, label, meanings[value] ?? ""] as const,
      );
      return { element: "radios", attributes: {}, options: explained };
    }
    const hasEmpty = emptyLabel !== undefined || !required;
    const empty = hasEmpty ? [["", emptyLabel ?? ""] as const] : [];
    return {
      element: "select",
      attributes: {},
      options: [...empty, ...Object.entries(options)],
      ...(initial === undefined ? {} : { initial }),
    };
  },
};

function labelOf({ options }: ChoiceField, value: string): string {
  return options[value] ?? value;
}

/** Checks, columns, controls, mail lines and cards derive from these kinds and a form's list of fields. */
const fieldKinds = { text, email, phone, vin, "long-text": longText, year, money, choice };

type Kinds = typeof fieldKinds;
export type KindName = keyof Kinds;

type FieldOf<Kind> = Kind extends FieldKind<infer F, infer _> ? F : never;
type ValueOf<Kind> = Kind extends FieldKind<infer _, infer Value> ? Value : never;

export type Field = FieldOf<Kinds[KindName]>;
export type Fields = Readonly<Record<string, Field>>;
export type FieldValue = ValueOf<Kinds[KindName]>;

type Scalar<F extends Field> = F extends ChoiceField<infer Value> ? Value : ValueOf<Kinds[F["kind"]]>;

type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name]["required"] extends true ? Name : never;
}[keyof F];

export type FieldValues<F extends Fields> = {
  [Name in RequiredNames<F>]: Scalar<F[Name]>;
} & {
  [Name in Exclude<keyof F, RequiredNames<F>>]?: Scalar<F[Name]>;
};

export type FieldColumns<F extends Fields> = {
  [Name in keyof F]: Name extends Exclude<RequiredNames<F>, UnknownNames<F>>
    ? Scalar<F[Name]>
    : Scalar<F[Name]> | null;
};

/** Fields that are required, and null in a record that staff entered without it. */
type UnknownNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { kind: "year" } | { kind: "choice"; initial?: undefined }
    ? Name
    : never;
}[keyof F];

/** What a record holds if staff don't know a field that is required of visitors. */
export function unknownValue(field: Field): FieldValue | null {
  if (field.kind === "choice") return field.initial ?? null;
  return kindOf(field).column === "text" ? "" : null;
}

/** Methods of a kind accept fields and values of their own kind only: pass the same field again. */
export function kindOf({ kind }: Field): FieldKind<Field, FieldValue> {
  return fieldKinds[kind];
}

export function displayValue(field: Field, value: FieldValue): string {
  return kindOf(field).display(field, value);
}
