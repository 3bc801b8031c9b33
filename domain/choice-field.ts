import * as v from "valibot";

import type { FieldBase, FieldKind } from "./field-kind.ts";

export interface ChoiceField<Value extends string = string> extends FieldBase {
  readonly kind: "choice";
  readonly options: Readonly<Record<Value, string>>;
  /** An optional choice may stay empty; a required one is made on purpose. */
  readonly emptyLabel?: string;
  readonly initial?: NoInfer<Value>;
  /** One line about each option. With them, the options are radio buttons, large enough for a thumb. */
  readonly meanings?: Readonly<Record<NoInfer<Value>, string>>;
}

export const choice: FieldKind<ChoiceField, string> = {
  column: "text",
  schema({ label, options }) {
    const values = Object.keys(options);
    return v.picklist(values, `${label} must be one of ${values.join(", ")}`);
  },
  fromText: (text) => text,
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
