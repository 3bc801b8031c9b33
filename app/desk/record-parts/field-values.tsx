import { Fragment } from "react";

import { displayValue, type Field, kindOf } from "#domain/field.ts";
import { summaryLines, valueInRole } from "#domain/submission-values.ts";
import { fieldEntries, type Submission, type SubmissionRecord } from "#domain/submission.ts";

interface FilledField {
  readonly name: string;
  readonly field: Field;
  readonly value: string | number;
}

/** The parts of a record in reading order. */
interface CardContent {
  /** ["2015 Honda TRX420FM", "Front diff"] */
  readonly summary: readonly string[];
  readonly person: string;
  readonly contacts: readonly FilledField[];
  readonly facts: readonly FilledField[];
  readonly texts: readonly FilledField[];
}

/** Arranges a record by the fields of its form, so that a new form or field needs no new card. */
export function cardContent(submission: Submission, record: SubmissionRecord): CardContent {
  const filled = fieldEntries(submission).flatMap(([name, field]): FilledField[] => {
    const value = record[name];
    return value === null || value === undefined || value === "" ? [] : [{ name, field, value }];
  });
  const shown = new Set(submission.summaryFields);
  const rest = filled.filter(({ name, field }) => !shown.has(name) && field.role !== "person");
  const place = ({ field }: FilledField) => {
    if (kindOf(field).contactLink !== undefined) return "contacts";
    return kindOf(field).isLong ? "texts" : "facts";
  };
  return {
    summary: summaryLines(submission, record),
    person: valueInRole(submission, record, "person"),
    contacts: rest.filter((each) => place(each) === "contacts"),
    facts: rest.filter((each) => place(each) === "facts"),
    texts: rest.filter((each) => place(each) === "texts"),
  };
}

/** A field's value; addresses and phone numbers are links, which break before the @. `bdi` isolates the visitor's text direction. */
export function FieldValue({ field, value }: FilledField) {
  const text = displayValue(field, value);
  const href = kindOf(field).contactLink?.(value) ?? null;
  if (href === null) return <bdi>{text}</bdi>;
  return (
    <a
      href={href}
      className="text-link inline-flex min-h-11 items-center wrap-anywhere lg:inline-block lg:min-h-6"
    >
      <bdi>
        {text.split(/(?=@)/).map((piece) => (
          <Fragment key={piece}>
            {piece}
            <wbr />
          </Fragment>
        ))}
      </bdi>
    </a>
  );
}

/** Adopted records have no answer to the consent box (design.md section 8.2). */
export function consentLabel(consent: unknown): string {
  if (consent === true) return "given";
  return consent === false ? "not given" : "unknown (adopted)";
}
