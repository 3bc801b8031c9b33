import { PencilLine } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";

import { isStale } from "#app/desk/api/desk-call.ts";
import { type Correction, correctRecord } from "#app/desk/api/desk.ts";
import { beginWriting } from "#app/desk/api/writing.ts";
import { reloadRecords } from "#app/desk/state/desk-queries.ts";
import { ErrorBanner, useAction } from "#app/desk/ui/action.tsx";
import { Dialog, DialogButtons } from "#app/desk/ui/dialog.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { deskMessages } from "#domain/desk-wire.ts";
import type { Field } from "#domain/field.ts";
import { correctableFields, type Submission, type SubmissionRecord } from "#domain/submission.ts";

interface CorrectButtonProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
}

export function CorrectButton(props: CorrectButtonProps) {
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

interface CorrectionFormProps extends CorrectButtonProps {
  readonly onDone: () => void;
}

/** The visitor's name and contact details, to be corrected. */
function CorrectionForm({ submission, record, onDone }: CorrectionFormProps) {
  // Someone else may change the record while the form is open.
  const [original] = useState(record);
  const action = useAction();
  const { problem } = action;
  const form = useFieldFocus(problem);
  useEffect(beginWriting, []);
  const [isTyped, setIsTyped] = useState(false);
  useUnsaved(isTyped);

  const save = action.onSubmit(async (filled) => {
    const fields = changedFields(filled, submission, original);
    if (Object.keys(fields).length === 0) return onDone();
    await correctRecord(original, fields);
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
        <CorrectionField
          key={name}
          name={name}
          field={field}
          initial={valueOf(original, name)}
          problem={problem?.field === name ? problem.message : null}
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

function useFieldFocus(problem: { readonly field: string | null } | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const control = form.current?.elements.namedItem(problem?.field ?? "");
    if (control instanceof HTMLElement) control.focus();
  }, [problem]);
  return form;
}

interface CorrectionFieldProps {
  readonly name: string;
  readonly field: Field;
  readonly initial: string;
  readonly problem: string | null;
}

/** A field of the visitor's form, without the hints for visitors and the browser's autofill. */
function CorrectionField({ name, field, initial, problem }: CorrectionFieldProps) {
  const problemId = useId();
  return (
    <div className="grid gap-1">
      <FormField
        name={name}
        field={forStaff(field)}
        initial={initial}
        isCapped
        problemId={problem === null ? undefined : problemId}
      />
      {problem !== null && (
        <p id={problemId} role="alert" className="text-danger text-sm font-semibold">
          {problem}
        </p>
      )}
    </div>
  );
}

function forStaff({ hint: _forVisitors, ...field }: Field): Field {
  return "autocomplete" in field ? { ...field, autocomplete: "off" } : field;
}

function valueOf(record: SubmissionRecord, name: string): string {
  return String(record[name] ?? "");
}

/** Returns only what was typed over: someone else may have corrected the other fields. */
function changedFields(
  form: HTMLFormElement,
  submission: Submission,
  original: SubmissionRecord,
): Correction {
  const typed = new FormData(form);
  const changed = Object.keys(correctableFields(submission)).flatMap((name) => {
    const value = typed.get(name);
    // Forms write line breaks as CRLF.
    const text = typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
    return text === valueOf(original, name) ? [] : [[name, text] as const];
  });
  return Object.fromEntries(changed);
}
