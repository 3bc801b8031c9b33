import { PencilLine } from "lucide-react";
import { useState } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import { Dialog } from "#app/desk/ui/dialog.tsx";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { CorrectionForm } from "./correction-form.tsx";

interface CorrectButtonProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly desk: Desk;
}

/** Opens the form in which staff correct what a visitor said of themselves. */
export function CorrectButton({ submission, record, desk }: CorrectButtonProps) {
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
        <span className="max-sm:hidden">Correct</span>
      </button>
      <Dialog title="Correct name and contact" isOpen={isOpen} onClose={close}>
        <CorrectionForm {...{ submission, record, desk }} onDone={close} />
      </Dialog>
    </>
  );
}
