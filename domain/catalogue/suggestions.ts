import type { FieldBase } from "#domain/field-kind.ts";

import { makes, modelNames } from "./models.ts";
import { partNames } from "./parts.ts";

type Suggested = NonNullable<FieldBase["suggests"]>;

const lists: Readonly<Record<Suggested, (make: string) => readonly string[]>> = {
  makes: () => makes,
  models: modelNames,
  parts: () => partNames,
};

export function suggestions(suggested: Suggested, make: string): readonly string[] {
  return lists[suggested](make);
}
