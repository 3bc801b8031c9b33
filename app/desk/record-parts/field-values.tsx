import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

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

interface FieldListProps {
  readonly fields: readonly FilledField[];
  readonly children?: ReactNode;
}

/** Short values with their labels, as many per line as fit. */
export function FieldList({ fields, children }: FieldListProps) {
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 text-sm">
      {fields.map((filled) => (
        <Fact key={filled.name} label={filled.field.label}>
          <FieldValue {...filled} />
        </Fact>
      ))}
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-ink-muted shrink-0">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A field's value; addresses and phone numbers are links. `bdi` isolates the visitor's text direction. */
export function FieldValue({ field, value }: FilledField) {
  const text = displayValue(field, value);
  const href = kindOf(field).contactLink?.(value) ?? null;
  if (href === null) return <bdi>{text}</bdi>;
  return (
    <a
      href={href}
      className="text-link inline-flex min-h-11 items-center wrap-anywhere lg:inline-block lg:min-h-6"
    >
      <bdi>{text}</bdi>
    </a>
  );
}

interface LongTextProps {
  readonly label: string;
  readonly text: string;
}

/** A long text, cut to three lines until it is expanded. */
export function LongText({ label, text }: LongTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);
  const element = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const current = element.current;
    if (current === null || isOpen) return;
    const observer = new ResizeObserver(() => setIsCut(current.scrollHeight > current.clientHeight + 1));
    observer.observe(current);
    return () => observer.disconnect();
  }, [isOpen, text]);

  return (
    <div className="min-w-0 text-sm not-first:mt-1">
      <dt className="text-ink-muted">{label}</dt>
      <dd>
        <bdi
          ref={element}
          className={`wrap-anywhere ${isOpen ? "block whitespace-pre-line" : "line-clamp-3"}`}
        >
          {text}
        </bdi>
        {isCut && (
          <button
            type="button"
            className="text-link relative z-1 min-h-11 font-semibold lg:min-h-6"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Show less" : "Show all"}: ${label}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Show less" : "Show all"}
          </button>
        )}
      </dd>
    </div>
  );
}

/** Adopted records have no answer to the consent box (design.md section 8.2). */
export function consentLabel(consent: unknown): string {
  if (consent === true) return "given";
  return consent === false ? "not given" : "unknown (adopted)";
}
