import { type RefObject, type SubmitEvent, useId, useRef } from "react";

import { Button } from "#app/shared/ui/button.tsx";

import { isFilledIn } from "./form-values.ts";
import type { SubmissionState } from "./use-submission.ts";

interface CancelProps {
  readonly formId: string;
  readonly state: SubmissionState;
}

const home = "/";

/** The target of `CancelButton`. Without scripts it leads home; with them it asks first if something is filled in. */
export function CancelForm({ formId, state: { form, discard } }: CancelProps) {
  const question = useRef<HTMLDialogElement>(null);
  const leave = () => {
    // Otherwise Back would bring the text back, even for the next person who uses this phone.
    discard();
    location.assign(home);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (form.current !== null && isFilledIn(form.current)) question.current?.showModal();
    else leave();
  };
  return (
    <>
      <form id={formId} action={home} onSubmit={onSubmit} />
      <ThrowAwayQuestion dialog={question} onThrowAway={leave} />
    </>
  );
}

/** In the other form. */
export function CancelButton({ formId, state }: CancelProps) {
  return (
    <Button type="submit" form={formId} look="outline" disabled={state.isSending}>
      Cancel
    </Button>
  );
}

interface ThrowAwayQuestionProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly onThrowAway: () => void;
}

const throwAway = "throw away";

/** Asks before typed text is lost. The browser closes the dialog and gives the focus back. */
export function ThrowAwayQuestion({ dialog, onThrowAway }: ThrowAwayQuestionProps) {
  const titleId = useId();
  // No form of its own: the dialog may be inside one.
  const close = (value: string) => dialog.current?.close(value);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={({ currentTarget }) => {
        if (currentTarget.returnValue === throwAway) onThrowAway();
        currentTarget.returnValue = "";
      }}
      className="border-line-strong bg-surface-raised text-ink backdrop:bg-deep/70 m-auto w-[min(28rem,calc(100%-2rem))] rounded-md border p-6"
    >
      <div className="grid gap-5">
        <h2 id={titleId} className="text-2xl">
          Throw away what you typed?
        </h2>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={() => close("")}>Keep it</Button>
          <Button look="outline" onClick={() => close(throwAway)}>
            Throw it away
          </Button>
        </div>
      </div>
    </dialog>
  );
}
