import { type SubmitEvent, useRef } from "react";

import { Button } from "#app/shared/ui/button.tsx";

import { isFilledIn } from "./form-values.ts";
import { ThrowAwayQuestion } from "./throw-away-question.tsx";
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
