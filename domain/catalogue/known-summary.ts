import { displayValue, type Field, type FieldValue } from "#domain/field.ts";
import type { Submission } from "#domain/submission.ts";

import { type Make, makes, type Model, modelName, modelsOf } from "./models.ts";
import { knownParts } from "./part-words.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * What a submission is about, as far as our own catalogue and choices have words for it: "2015 Honda TRX420FM, rear
 * CV axle". Nothing that a visitor wrote gets in; "" if too little is known.
 */
export function knownSummary(submission: Submission, values: Values): string {
  const known = submission.summaryFields.flatMap((name) => {
    const [field, value] = [submission.fields[name], values[name]];
    const text = field === undefined || !isScalar(value) ? null : knownValue(field, value, values);
    return text === null
      ? []
      : [{ text, isMachine: field?.role === "machine", isYear: field?.kind === "year" }];
  });
  if (known.every(({ isYear }) => isYear)) return "";
  const machine = known.filter(({ isMachine }) => isMachine).map(({ text }) => text);
  const others = known.filter(({ isMachine }) => !isMachine).map(({ text }) => text);
  return [machine.join(" "), ...others].filter((text) => text !== "").join(", ");
}

function isScalar(value: unknown): value is FieldValue {
  return typeof value === "string" || typeof value === "number";
}

function knownValue(field: Field, value: FieldValue, { make }: Values): string | null {
  if (field.kind === "year" && typeof value === "number") return displayValue(field, value);
  if (typeof value !== "string") return null;
  if (field.kind === "choice") return Object.hasOwn(field.options, value) ? displayValue(field, value) : null;
  if (field.role === "part") return knownParts(value);
  if (field.role !== "machine") return null;
  return field.countedAs === "makes" ? knownMake(value) : knownModel(value, knownMake(make));
}

/** "can am" and "Can-Am" are one make. */
function keyOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "").toUpperCase();
}

function knownMake(written: unknown): Make | null {
  if (typeof written !== "string") return null;
  return makes.find((make) => keyOf(make) === keyOf(written)) ?? null;
}

/** People give the code, the name or both, in any order. */
function knownModel(written: string, make: Make | null): string | null {
  const key = keyOf(written);
  for (const model of (make === null ? makes : [make]).flatMap(everyModelOf)) {
    const { code, name = "" } = model;
    if (key === keyOf(code)) return code;
    if (name !== "" && key === keyOf(name)) return name;
    if (name !== "" && [code + name, name + code].some((both) => keyOf(both) === key))
      return modelName(model);
  }
  return null;
}

function everyModelOf(make: Make): readonly Model[] {
  return Object.values(modelsOf(make)).flat();
}
