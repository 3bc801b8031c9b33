import { displayValue, type Field, type FieldValue } from "#domain/field.ts";
import type { RawValues } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";

import { type Make, makes, type Model, modelName, modelsOf, olderModels } from "./models.ts";
import { knownParts } from "./part-words.ts";

/**
 * Names what a submission is about in words of our catalogue and choices: "2015 Honda TRX420FM, rear CV axle", or "your
 * 2015 Honda, rear CV axle". Leaves out the visitor's own words; "" if too little is known.
 */
export function knownSummary(submission: Submission, values: RawValues): string {
  const known = submission.summaryFields.flatMap((name) => {
    const [field, value] = [submission.fields[name], values[name]];
    const text = field === undefined || !isScalar(value) ? null : knownValue(field, value, values);
    return text === null
      ? []
      : [{ text, isMachine: field?.role === "machine", isYear: field?.kind === "year", of: field?.suggests }];
  });
  if (known.every(({ isYear }) => isYear)) return "";
  const machine = known.filter(({ isMachine }) => isMachine).map(({ text }) => text);
  const others = known.filter(({ isMachine }) => !isMachine).map(({ text }) => text);
  const has = (names: "makes" | "models") => known.some(({ of }) => of === names);
  // A summary without the model would read as if we had lost it.
  if (has("makes") && !has("models")) machine.unshift("your");
  return [machine.join(" "), ...others].filter((text) => text !== "").join(", ");
}

function isScalar(value: unknown): value is FieldValue {
  return typeof value === "string" || typeof value === "number";
}

function knownValue(field: Field, value: FieldValue, { make }: RawValues): string | null {
  if (field.kind === "year" && typeof value === "number") return displayValue(field, value);
  if (typeof value !== "string") return null;
  if (field.kind === "choice") return Object.hasOwn(field.options, value) ? displayValue(field, value) : null;
  if (field.role === "part") return knownParts(value);
  if (field.role !== "machine") return null;
  return field.countedAs === "makes" ? knownMake(value) : knownModel(value, knownMake(make));
}

/** "can am" and "Can-Am" are one make. */
export function machineKey(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "").toUpperCase();
}

export function knownMake(written: unknown): Make | null {
  if (typeof written !== "string") return null;
  return makes.find((make) => machineKey(make) === machineKey(written)) ?? null;
}

/** People give the code, the name or both, in any order; or the code without its last letters: "TRX350" of "TRX350FM". */
export function knownModel(written: string, make: Make | null): string | null {
  const key = machineKey(written);
  const among = make === null ? makes : [make];
  for (const model of among.flatMap(everyModelOf)) {
    const { code, name = "" } = model;
    if (key === machineKey(code)) return code;
    if (name !== "" && key === machineKey(name)) return name;
    if (name !== "" && [code + name, name + code].some((both) => machineKey(both) === key))
      return modelName(model);
  }
  const series = among.flatMap(everyModelOf).map(({ code }) => /^.*?\d+/.exec(code)?.[0] ?? code);
  return [...series, ...olderModels].find((one) => isOfSeries(key, machineKey(one))) ?? null;
}

/** The letters after it say what is on it: TRX350FE, KVF300B, Sportsman 500 HO. */
function isOfSeries(key: string, series: string): boolean {
  return key.startsWith(series) && /^(?:\p{L}{1,4}\d?)?$/u.test(key.slice(series.length));
}

function everyModelOf(make: Make): readonly Model[] {
  return Object.values(modelsOf(make)).flat();
}
