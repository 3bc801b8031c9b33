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
import { draftAt, draftKey, type DraftStore } from "#app/shared/forms/draft.ts";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import type { Problem, RefusedForm } from "#domain/sending-failure.ts";
import type { FieldProblem } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";

import { problemIn, refusedFields } from "./check-form.ts";
import { fillForm, isFilledIn, typedValues } from "./form-values.ts";
import { offerModels } from "./offered-models.ts";
import { noPrefill, type Prefill, startFilled } from "./prefill.ts";
import { sendForm } from "./send-form.ts";
import { startSender } from "./send-waiting.ts";
import type { ProofProgress } from "./solve-challenge.ts";
import type { Sent } from "./submit.ts";
import { useFormInput } from "./use-form-input.ts";
import { useWaiting } from "./use-waiting.ts";
import { forgetWaiting } from "./waiting-store.ts";

export interface FormOptions {
  /** What the server has refused, if it renders the form. */
  readonly refused?: RefusedForm;
  /** Called once, when React takes the form over. */
  readonly readPrefill?: () => Prefill | null;
  readonly onSuccess?: (sent: Sent) => void;
}

export interface SubmissionState {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly isSending: boolean;
  /** Not null while a proof of work is being computed. */
  readonly proof: ProofProgress | null;
  readonly problem: Problem | null;
  readonly sent: Sent | null;
  /** Shown at the fields. */
  readonly fieldProblems: readonly FieldProblem[];
  readonly onInput: (event: InputEvent<HTMLFormElement>) => void;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Deletes what was typed. */
  readonly discard: () => void;
}

const stay = () => {};

/** The state of one form (specification section 4): typing, sending, then success or a problem. */
export function useSubmission(submission: Submission, options: FormOptions = {}): SubmissionState {
  const { refused, readPrefill = noPrefill, onSuccess = stay } = options;
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef("");
  const draft = useMemo(() => draftAt(draftKey(submission.name)), [submission]);
  const [isSending, setSending] = useState(false);
  const [proof, setProof] = useState<ProofProgress | null>(null);
  const [problem, setProblem] = useState<Problem | null>(refused?.problem ?? null);
  const [fieldProblems, setFieldProblems] = useState(refused?.problem.fields ?? []);
  const [sent, setSent] = useState<Sent | null>(null);

  const show = (found: Problem | null) => {
    setProblem(found);
    setFieldProblems(found?.fields ?? []);
  };
  const discard = () => discardDraft(draft, form.current);

  const send = async (element: HTMLFormElement) => {
    const found = problemIn(submission, element, asked);
    show(found);
    setSent(null);
    if (found !== null) return;
    setSending(true);
    const outcome = await sendForm(submission, typedValues(element), draft, setProof);
    if (outcome.ok || outcome.isWaiting) discard();
    if (form.current === null) return; // The visitor has left.
    // At once: the browser must not ask about leaving when the next page is opened.
    flushSync(() => setSending(false));
    if (!outcome.ok) return show(outcome.problem);
    setSent(outcome.sent);
    onSuccess(outcome.sent);
  };

  const start = useEffectEvent((element: HTMLFormElement) => {
    // Otherwise the browser would name one wrong field at a time, in its own words.
    element.noValidate = true;
    setFieldProblems(startFilled(element, draft, readPrefill()));
    // Loaded early, so that sending does not wait for it.
    siteConfig().catch(() => {});
  });
  useEffect(() => {
    if (form.current !== null) start(form.current);
    return startSender([submission]);
  }, [submission]);

  useReturned(submission, (waiting) => {
    const element = form.current;
    if (element === null || isFilledIn(element)) return;
    const payload = JSON.stringify(waiting.typed);
    draft.update({ values: waiting.typed, attempt: { payload, key: waiting.key } });
    forgetWaiting(submission.name);
    fillForm(element, waiting.typed);
    show(waiting.problem);
  });
  useFormInput(form, (element) => offerModels(submission, element));
  useLeaving(form, isSending);

  return {
    form,
    isSending,
    proof,
    problem,
    sent,
    fieldProblems,
    discard,
    onInput: ({ currentTarget: element, target }) => {
      draft.update({ values: typedValues(element) });
      const name = "name" in target ? target.name : "";
      const isFixed = ({ field }: FieldProblem) =>
        field === name && refusedFields(submission, element).every((wrong) => wrong.field !== name);
      if (fieldProblems.some(isFixed)) setFieldProblems(fieldProblems.filter((one) => !isFixed(one)));
    },
    onSubmit: (event) => {
      event.preventDefault();
      // One press too many: the form has been sent and cleared, and the visitor reads that it has arrived.
      const isAgain = sent !== null && !isFilledIn(event.currentTarget);
      if (!isSending && !isAgain) void send(event.currentTarget);
    },
  };
}

function discardDraft(draft: DraftStore, form: HTMLFormElement | null): void {
  draft.clear();
  form?.reset();
}

interface Returned {
  readonly key: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly problem: Problem;
}

/** Calls back with a submission that waited and that the server has refused. */
function useReturned({ name }: Submission, onReturn: (waiting: Returned) => void): void {
  const waiting = useWaiting(name);
  const returnIt = useEffectEvent(onReturn);
  useEffect(() => {
    if (waiting?.state !== "waiting" || waiting.problem === undefined) return;
    returnIt({ ...waiting, problem: waiting.problem });
  }, [waiting]);
}

/** What is being sent waits on this device, too: brought back by the browser it would look unsent. */
function useLeaving(form: RefObject<HTMLFormElement | null>, isSending: boolean): void {
  useLeaveWarning(isSending);
  useEffect(() => {
    if (!isSending) return;
    const empty = () => form.current?.reset();
    addEventListener("pagehide", empty);
    return () => removeEventListener("pagehide", empty);
  }, [form, isSending]);
}
