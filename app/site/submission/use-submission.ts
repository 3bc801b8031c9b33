import { type RefObject, type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";

import { siteConfig } from "#app/shared/api/site-config.ts";
import { draftStore } from "#app/shared/forms/draft.ts";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { messages } from "#domain/messages.ts";
import type { Submission } from "#domain/submission.ts";

import { payloadOf, typedValues } from "./form-values.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import type { ProofProgress } from "./proof-pace.ts";
import { type Problem, type Sent, submit } from "./submit.ts";
import { type Prefill, useFilledForm } from "./use-filled-form.ts";

interface Options {
  readonly prefill?: Prefill | null;
  readonly onSuccess?: (sent: Sent) => void;
}

export interface SubmissionState {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly isSending: boolean;
  /** While sending waits for a proof of work. */
  readonly proof: ProofProgress | null;
  readonly problem: Problem | null;
  /** What has just been sent, until the next try. */
  readonly sent: Sent | null;
  readonly onInput: () => void;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Forgets what was typed. */
  readonly discard: () => void;
}

/** The life of one form (specification section 4): typing, sending, then success or a problem. */
export function useSubmission(
  submission: Submission,
  { prefill = null, onSuccess }: Options = {},
): SubmissionState {
  const form = useRef<HTMLFormElement>(null);
  const isPending = useRef(false);
  const [isSending, setSending] = useState(false);
  const [proof, setProof] = useState<ProofProgress | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const draft = useMemo(() => draftStore(submission.name), [submission]);

  const save = () => {
    if (form.current !== null) draft.update({ values: typedValues(form.current) });
  };

  const send = async (element: HTMLFormElement) => {
    const typed = typedValues(element);
    setProblem(null);
    setSent(null);
    if (submission.asksConsent && typed["consent"] !== "true") {
      return setProblem({ message: messages.consentMissing, field: "consent" });
    }
    isPending.current = true;
    setSending(true);
    const payload = payloadOf(submission, typed);
    const key = await idempotencyKey(draft, submission.name, JSON.stringify(payload));
    const outcome = await submit(submission, payload, key, setProof);
    // Left by the browser's own Back, say: the receipt tells the rest, and nobody is pulled away from where they are.
    if (form.current === null) return outcome.ok ? draft.clear() : undefined;
    isPending.current = false;
    setSending(false);
    if (!outcome.ok) return setProblem(outcome.problem);
    draft.clear();
    element.reset();
    setSent(outcome.sent);
    onSuccess?.(outcome.sent);
  };

  useEffect(() => {
    // Needed at the end of the form: asked for now, so that sending does not wait for it.
    siteConfig().catch(() => {});
  }, []);
  useFilledForm(form, draft, prefill);
  useLeaveWarning(isSending);

  return {
    form,
    isSending,
    proof,
    problem,
    sent,
    onInput: save,
    onSubmit: (event) => {
      // Pressed before React started, and now again: the server knows the two posts for one, a call it would not.
      if (event.currentTarget.dataset["posted"] !== undefined) return;
      event.preventDefault();
      if (!isPending.current) void send(event.currentTarget);
    },
    discard: () => draft.clear(),
  };
}
