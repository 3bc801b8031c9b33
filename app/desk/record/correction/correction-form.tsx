import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import { isStale } from "#app/desk/state/failure.ts";
import { useAction } from "#app/desk/ui/use-action.ts";
import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { correctableFields, type Submission, type SubmissionRecord } from "#domain/submission.ts";

import { CorrectionField } from "./correction-field.tsx";
import { typedCorrection, valueOf } from "./typed-correction.ts";

interface CorrectionFormProps {
  readonly submission: Submission;
  /** As it stands now: a colleague may change it while the form is open. */
  readonly record: SubmissionRecord;
  readonly desk: Desk;
  readonly onDone: () => void;
}

/** The fields that staff can correct. What is typed stays until it is saved or cancelled. */
export function CorrectionForm({ submission, record, desk, onDone }: CorrectionFormProps) {
  const [atFirst] = useState(record);
  // The version that a save is meant for moves on only once somebody has been told of a change.
  const [seen, setSeen] = useState(record);
  const action = useAction();
  const form = useFieldFocus(action.problem);
  useEffect(() => desk.beginWriting(), [desk]);

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = typedCorrection(event.currentTarget, submission, atFirst);
    if (Object.keys(fields).length === 0) return onDone();
    const isSaved = await action.run(async () => {
      await desk.correct(seen, fields).catch((error: unknown) => {
        if (isStale(error)) setSeen(desk.asShown(seen));
        throw error;
      });
      return null;
    });
    if (isSaved) onDone();
  };

  const { problem } = action;
  return (
    <form ref={form} method="post" onSubmit={(event) => void save(event)} className="mt-3 grid gap-4">
      {problem !== null && problem.field === null && (
        <ErrorBanner>
          {problem.message}
          {problem.isStale && " Save once more if it is still right."}
        </ErrorBanner>
      )}
      {Object.entries(correctableFields(submission)).map(([name, field]) => (
        <CorrectionField
          key={name}
          name={name}
          field={field}
          initial={valueOf(atFirst, name)}
          current={valueOf(record, name)}
          problem={problem?.field === name ? problem.message : null}
        />
      ))}
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Button type="submit" aria-disabled={action.isBusy}>
          {action.isBusy ? "Saving..." : "Save"}
        </Button>
        <Button look="outline" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Puts the focus into the field that is wrong. */
function useFieldFocus(problem: { readonly field: string | null } | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const control = form.current?.elements.namedItem(problem?.field ?? "");
    if (control instanceof HTMLElement) control.focus();
  }, [problem]);
  return form;
}
