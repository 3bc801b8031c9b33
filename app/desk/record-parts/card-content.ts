import type { Field } from "#domain/field.ts";
import { displayValue, fieldEntries, type Submission, type SubmissionRecord } from "#domain/submission.ts";

/** A field that the record has a value for. */
export interface FilledField {
  readonly name: string;
  readonly field: Field;
  readonly value: string | number;
}

/** What a record card shows, in reading order. */
export interface CardContent {
  /** What it is about, the machine first: ["2015 Honda TRX420FM", "Front diff"]. */
  readonly summary: readonly string[];
  readonly person: string;
  readonly contacts: readonly FilledField[];
  readonly facts: readonly FilledField[];
  readonly texts: readonly FilledField[];
}

const personName = "full_name";
const machineNames = ["year", "make", "model"];

/** Arranges a record by its noun's fields, so that a new noun or field needs no new card. */
export function cardContent(submission: Submission, record: SubmissionRecord): CardContent {
  const filled = fieldEntries(submission).flatMap(([name, field]): FilledField[] => {
    const value = record[name];
    return value === null || value === undefined || value === "" ? [] : [{ name, field, value }];
  });
  const said = new Set([personName, ...submission.summaryFields]);
  const rest = filled.filter(({ name }) => !said.has(name));
  return {
    summary: summaryLines(submission, record),
    person: String(record[personName] ?? ""),
    contacts: rest.filter(({ field }) => isContact(field)),
    facts: rest.filter(({ field }) => !isContact(field) && field.kind !== "long-text"),
    texts: rest.filter(({ field }) => field.kind === "long-text"),
  };
}

function isContact({ kind }: Field): boolean {
  return kind === "email" || kind === "phone";
}

function summaryLines({ summaryFields, fields }: Submission, record: SubmissionRecord): string[] {
  const isMachine = (name: string) => machineNames.includes(name);
  const wordsOf = (name: string) => {
    const [field, value] = [fields[name], record[name]];
    return field === undefined || value === undefined || value === null ? "" : displayValue(field, value);
  };
  const machine = summaryFields.filter(isMachine).map(wordsOf);
  const others = summaryFields.filter((name) => !isMachine(name)).map(wordsOf);
  return [machine.join(" ").trim(), ...others].filter((line) => line !== "");
}
