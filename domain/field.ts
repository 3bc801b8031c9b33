import { choice, type ChoiceField } from "./choice-field.ts";
import type { FieldKind } from "./field-kind.ts";
import { money, year } from "./number-fields.ts";
import { email, longText, phone, text } from "./text-fields.ts";
import { vin } from "./vin-field.ts";

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
  [Name in keyof F]: Name extends RequiredNames<F> ? Scalar<F[Name]> : Scalar<F[Name]> | null;
};

/** Methods of a kind accept fields and values of their own kind only: pass the same field again. */
export function kindOf({ kind }: Field): FieldKind<Field, FieldValue> {
  return fieldKinds[kind];
}

export function displayValue(field: Field, value: FieldValue): string {
  return kindOf(field).display(field, value);
}
