import { PencilLine } from "lucide-react";
import { Fragment, useEffect, useRef, useState } from "react";

import { deskSend, isStale } from "#app/desk/api/desk-call.ts";
import { beginWriting } from "#app/desk/api/session.ts";
import { useIsYard } from "#app/desk/session/user.ts";
import { reloadRecords } from "#app/desk/state/desk-queries.ts";
import { ErrorBanner, useAction } from "#app/desk/ui/action.tsx";
import { Dialog, DialogButtons } from "#app/desk/ui/dialog.tsx";
import { CopyIcon } from "#app/desk/ui/tool.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { deskCalls, deskMessages } from "#domain/desk-wire.ts";
import { displayValue, type Field, kindOf } from "#domain/field.ts";
import { frameNumberDoubt } from "#domain/frame-number-check.ts";
import { channels, isChannel, isNeeded } from "#domain/new-request.ts";
import {
  correctableFields,
  fieldEntries,
  type Submission,
  type SubmissionRecord,
} from "#domain/submission.ts";

interface RecordFieldsProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
}

/** Every field of a record in the form's order; empty ones are listed at the end. */
export function RecordFields({ submission, record }: RecordFieldsProps) {
  const isYard = useIsYard();
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
                <FieldValue field={field} value={value} />
                {field.kind === "vin" && <VinDoubt submission={submission} record={record} value={value} />}
              </dd>
              <dd className="flex shrink-0 items-center justify-end">
                {index === 0 && !isYard && (
                  <CorrectButton key={record.ref_number} submission={submission} record={record} />
                )}
                <CopyIcon what={field.label.toLowerCase()} text={displayValue(field, value)} />
              </dd>
            </div>
          ))}
      </dl>
      <p className="text-ink-muted mt-2 text-sm">
        {submission.asksConsent && <>Consent: {consentLabel(record)}. </>}
        {empty.length > 0 && <>Left empty: {empty.join(", ")}.</>}
      </p>
    </section>
  );
}

function CorrectButton(props: RecordFieldsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        title="Correct name and contact"
        aria-label="Correct name and contact"
        onClick={() => setIsOpen(true)}
        className="text-ink-muted hover:bg-surface-sunken hover:text-ink inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-sm px-2 text-sm lg:min-h-7"
      >
        <PencilLine aria-hidden className="size-4 shrink-0" />
        <span className="@max-[26rem]:hidden">Correct</span>
      </button>
      <Dialog title="Correct name and contact" isOpen={isOpen} onClose={close}>
        <CorrectionForm {...props} onDone={close} />
      </Dialog>
    </>
  );
}

/** Corrects the visitor's name and contact details. */
function CorrectionForm({ submission, record, onDone }: RecordFieldsProps & { readonly onDone: () => void }) {
  // Someone else may change the record while the form is open.
  const [original] = useState(record);
  const action = useAction();
  const { problem } = action;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const control = form.current?.elements.namedItem(problem?.field ?? "");
    if (control instanceof HTMLElement) control.focus();
  }, [problem]);
  useEffect(beginWriting, []);
  const [isTyped, setIsTyped] = useState(false);
  useUnsaved(isTyped);

  const save = action.onSubmit(async (filled) => {
    const fields = changedFields(filled, submission, original);
    if (Object.keys(fields).length === 0) return onDone();
    const { ref_number: reference, version } = original; // Refused if somebody has changed the record since.
    await deskSend(deskCalls.correction, { fields }, { query: { reference }, version });
    await reloadRecords();
    onDone();
  });
  return (
    <form
      ref={form}
      method="post"
      onInput={() => setIsTyped(true)}
      onSubmit={save}
      className="mt-3 grid gap-4"
    >
      {problem !== null && problem.field === null && (
        <ErrorBanner>{isStale(problem) ? deskMessages.savedFirst : problem.message}</ErrorBanner>
      )}
      {Object.entries(correctableFields(submission)).map(([name, field]) => (
        <FormField
          key={name}
          name={name}
          field={forStaff(asEntered(submission, record, name, field))}
          initial={valueOf(original, name)}
          isCapped
          problem={problem?.field === name ? problem.message : undefined}
        />
      ))}
      <div className="mt-2">
        <DialogButtons
          label={action.isBusy ? "Saving..." : "Save"}
          isBusy={action.isBusy}
          onCancel={onDone}
        />
      </div>
    </form>
  );
}

/** Staff may have entered it without an address. */
function asEntered(submission: Submission, { channel }: SubmissionRecord, name: string, field: Field): Field {
  return channel === null ? field : { ...field, required: isNeeded(submission, name) };
}

/** A field of the visitor's form, without the hints for visitors and the browser's autofill. */
function forStaff({ hint: _forVisitors, ...field }: Field): Field {
  return "autocomplete" in field ? { ...field, autocomplete: "off" } : field;
}

function valueOf(record: SubmissionRecord, name: string): string {
  return String(record[name] ?? "");
}

/** Returns only the fields that were changed: someone else may have corrected the others. */
function changedFields(
  form: HTMLFormElement,
  submission: Submission,
  original: SubmissionRecord,
): Readonly<Record<string, string>> {
  const typed = new FormData(form);
  const changed = Object.keys(correctableFields(submission)).flatMap((name) => {
    const value = typed.get(name);
    // Forms write line breaks as CRLF.
    const text = typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
    return text === valueOf(original, name) ? [] : [[name, text] as const];
  });
  return Object.fromEntries(changed);
}

interface FieldValueProps {
  readonly field: Field;
  readonly value: string | number;
}

/** A field's value; addresses and phone numbers are links, which break before the @. `bdi` isolates the visitor's text direction. */
function FieldValue({ field, value }: FieldValueProps) {
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

/** Warns of a doubtful VIN or frame number; nothing is refused. */
function VinDoubt({ submission, record, value }: RecordFieldsProps & { readonly value: string | number }) {
  const make = fieldEntries(submission).find(([, { suggests }]) => suggests === "makes")?.[0];
  const doubt = frameNumberDoubt(String(value), make === undefined ? "" : valueOf(record, make));
  return doubt !== null && <p className="text-warn text-sm font-semibold">{doubt}</p>;
}

/** Adopted records have no answer to the consent box (design.md section 8.2). */
function consentLabel({ consent, channel }: SubmissionRecord): string {
  if (isChannel(channel)) return `not asked, it came ${channels[channel]}`;
  if (consent === true) return "given";
  return consent === false ? "not given" : "unknown (adopted)";
}
