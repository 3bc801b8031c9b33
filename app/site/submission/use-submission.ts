import {
  type InputEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";

import { siteConfig } from "#app/shared/api/site-config.ts";
import { draftAt, draftKey } from "#app/shared/forms/draft.ts";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import type { Problem, RefusedForm } from "#domain/sending-failure.ts";
import type { FieldProblem } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";

import {
  fillForm,
  isFilledIn,
  type Prefill,
  problemIn,
  refusedFields,
  startFilled,
  typedValues,
} from "./form-values.ts";
import { sendForm, startSender } from "./send-form.ts";
import type { ProofProgress } from "./solve-challenge.ts";
import type { Sent } from "./submit.ts";
import { useWaiting } from "./waiting-notice.tsx";
import { forgetWaiting } from "./waiting-store.ts";

interface FormOptions {
  /** What the server has refused, if it renders the form. */
  readonly refused?: RefusedForm;
  /** Called once, when React takes the form over. */
  readonly readPrefill?: () => Prefill | null;
  readonly onSuccess?: (sent: Sent) => void;
}

type Phase =
  | { readonly is: "typing"; readonly problem: Problem | null }
  /** `proof`: not null while a proof of work is being computed. */
  | { readonly is: "sending"; readonly proof: ProofProgress | null }
  | { readonly is: "sent"; readonly sent: Sent };

export interface SubmissionState {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly phase: Phase;
  readonly isSending: boolean;
  /** Shown at the fields. */
  readonly fieldProblems: readonly FieldProblem[];
  readonly onInput: (event: InputEvent<HTMLFormElement>) => void;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Deletes what was typed. */
  readonly discard: () => void;
}

/** The state of one form (specification section 4): typing, sending, then success or a problem. */
export function useSubmission(submission: Submission, options: FormOptions = {}): SubmissionState {
  const { refused, readPrefill, onSuccess } = options;
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef("");
  const draft = useMemo(() => draftAt(draftKey(submission.name)), [submission]);
  const [phase, setPhase] = useState<Phase>({ is: "typing", problem: refused?.problem ?? null });
  const [fieldProblems, setFieldProblems] = useState(refused?.problem.fields ?? []);
  const isSending = phase.is === "sending";

  const show = (problem: Problem) => {
    setPhase({ is: "typing", problem });
    setFieldProblems(problem.fields ?? []);
  };
  const discard = () => {
    draft.clear();
    form.current?.reset();
  };

  const send = async (element: HTMLFormElement) => {
    const found = problemIn(submission, element, asked);
    if (found !== null) return show(found);
    setFieldProblems([]);
    const onProof = (proof: ProofProgress | null) => setPhase({ is: "sending", proof });
    onProof(null);
    const outcome = await sendForm(submission, typedValues(element), draft, onProof);
    if (outcome.ok || outcome.isWaiting) discard();
    if (form.current === null) return; // The visitor has left.
    // At once: the browser must not ask about leaving when the next page is opened.
    flushSync(() => (outcome.ok ? setPhase({ is: "sent", sent: outcome.sent }) : show(outcome.problem)));
    if (outcome.ok) onSuccess?.(outcome.sent);
  };

  const start = useEffectEvent((element: HTMLFormElement) => {
    // Otherwise the browser would name one wrong field at a time, in its own words.
    element.noValidate = true;
    setFieldProblems(startFilled(element, draft, readPrefill?.() ?? null));
    // Loaded early, so that sending does not wait for it.
    siteConfig().catch(() => {});
  });
  useEffect(() => {
    if (form.current !== null) start(form.current);
    return startSender([submission]);
  }, [submission]);

  const waiting = useWaiting(submission.name);
  /** What waited and the server has refused goes back into the form, unless another one is being typed. */
  const returnRefused = useEffectEvent(() => {
    const element = form.current;
    if (waiting?.state !== "waiting" || !waiting.problem || element === null || isFilledIn(element)) return;
    const payload = JSON.stringify(waiting.typed);
    draft.update({ values: waiting.typed, attempt: { payload, key: waiting.key } });
    forgetWaiting(submission.name);
    fillForm(element, waiting.typed);
    show(waiting.problem);
  });
  useEffect(() => returnRefused(), [waiting]);

  useLeaveWarning(isSending);
  useEffect(() => {
    if (!isSending) return;
    // What is being sent waits on this device, too: brought back by the browser it would look unsent.
    const empty = () => form.current?.reset();
    addEventListener("pagehide", empty);
    return () => removeEventListener("pagehide", empty);
  }, [isSending]);

  return {
    form,
    phase,
    isSending,
    fieldProblems,
    discard,
    onInput: ({ currentTarget: element, target }) => {
      draft.update({ values: typedValues(element) });
      const name = "name" in target ? target.name : "";
      if (!fieldProblems.some(({ field }) => field === name)) return;
      if (refusedFields(submission, element).some(({ field }) => field === name)) return;
      setFieldProblems(fieldProblems.filter(({ field }) => field !== name));
    },
    onSubmit: (event) => {
      event.preventDefault();
      // One press too many: the form has been sent and cleared, and the visitor reads that it has arrived.
      const isAgain = phase.is === "sent" && !isFilledIn(event.currentTarget);
      if (!isSending && !isAgain) void send(event.currentTarget);
    },
  };
}
