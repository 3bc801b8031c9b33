import { consentLabel, FieldValue } from "#app/desk/record-parts/field-values.tsx";
import { CopyIcon } from "#app/desk/ui/tool.tsx";
import { displayValue } from "#domain/field.ts";
import { fieldEntries, type Submission, type SubmissionRecord } from "#domain/submission.ts";

import { CorrectButton } from "./correction-form.tsx";

interface RecordFieldsProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
}

/** Every field of a record in the form's order; empty ones are listed at the end. */
export function RecordFields({ submission, record }: RecordFieldsProps) {
  const fields = fieldEntries(submission).map(([name, field]) => ({
    name,
    field,
    value: record[name] ?? "",
  }));
  const empty = fields.filter(({ value }) => value === "").map(({ field }) => field.label);
  return (
    <section aria-label="Details">
      <dl className="divide-line @container divide-y">
        {fields
          .filter(({ value }) => value !== "")
          .map(({ name, field, value }, index) => (
            <div
              key={name}
              className="group/field flex items-center gap-x-2 sm:grid sm:grid-cols-[6.75rem_minmax(0,1fr)_auto] sm:gap-x-3 @max-3xs:flex-wrap sm:@min-[26rem]:grid-cols-[8.5rem_minmax(0,1fr)_auto]"
            >
              <dt className="text-ink-muted w-20 shrink-0 text-sm sm:w-auto @max-3xs:w-auto @max-3xs:grow">
                {field.label}
              </dt>
              <dd className="min-w-0 flex-1 py-1 leading-snug wrap-anywhere whitespace-pre-line @max-3xs:order-last @max-3xs:basis-full">
                <FieldValue name={name} field={field} value={value} />
              </dd>
              <dd className="flex shrink-0 items-center justify-end">
                {index === 0 && (
                  <CorrectButton key={record.ref_number} submission={submission} record={record} />
                )}
                <CopyIcon what={field.label.toLowerCase()} text={displayValue(field, value)} />
              </dd>
            </div>
          ))}
      </dl>
      <p className="text-ink-muted mt-2 text-sm">
        {submission.asksConsent && <>Consent: {consentLabel(record.consent)}. </>}
        {empty.length > 0 && <>Left empty: {empty.join(", ")}.</>}
      </p>
    </section>
  );
}
