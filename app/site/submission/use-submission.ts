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
import { type Problem, type RefusedForm, waitingText } from "#domain/sending-failure.ts";
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
import { sendForm, startSender, takeBack } from "./send-form.ts";
import type { ProofProgress } from "./solve-challenge.ts";
import type { SentSubmission } from "./submit.ts";
import { useWaiting } from "./waiting-notice.tsx";
import { forgetWaiting } from "./waiting-store.ts";

interface FormOptions {
  /** Set if the server renders the form that it has refused. */
  readonly refused?: RefusedForm;
  /** Called once, when React takes the form over. */
  readonly readPrefill?: () => Prefill | null;
  readonly onSuccess?: (sent: SentSubmission) => void;
}

type Phase =
  /** `isHeld`: what is in the form waits on this device, too. */
  | { readonly is: "typing"; readonly problem: Problem | null; readonly isHeld?: boolean }
  /** `proof`: not null while a proof of work is being computed. */
  | { readonly is: "sending"; readonly proof: ProofProgress | null }
  | { readonly is: "sent"; readonly sent: SentSubmission };

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
  readonly isHeld: boolean;
  /** Brings what waits back into the form. */
  readonly changeWaiting: () => void;
  readonly throwAwayWaiting: () => void;
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
  const isHeld = phase.is === "typing" && phase.isHeld === true;
  const waiting = useWaiting(submission.name);

  const show = (problem: Problem | null, isWaiting = false) => {
    setPhase({ is: "typing", problem, isHeld: isWaiting });
    setFieldProblems(problem?.fields ?? []);
  };
  const discard = () => {
    draft.clear();
    form.current?.reset();
  };

  const send = async (element: HTMLFormElement) => {
    if (waiting?.state === "sent") forgetWaiting(submission.name);
    const found = problemIn(submission, element, asked);
    if (found !== null) return show(found);
    setFieldProblems([]);
    const onProof = (proof: ProofProgress | null) => setPhase({ is: "sending", proof });
    onProof(null);
    const outcome = await sendForm(submission, typedValues(element), draft, onProof);
    if (outcome.ok) discard();
    if (form.current === null) return; // The visitor has left.
    // At once: the browser must not ask about leaving when the next page is opened.
    flushSync(() =>
      outcome.ok ? setPhase({ is: "sent", sent: outcome.sent }) : show(outcome.problem, outcome.isWaiting),
    );
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

  const bringBack = (element: HTMLFormElement) => {
    const taken = takeBack(submission.name, draft);
    if (taken === null) return;
    fillForm(element, taken.typed);
    show(taken.problem ?? null);
  };
  const throwAwayWaiting = () => {
    forgetWaiting(submission.name);
    if (!isHeld) return;
    discard();
    show(null);
  };
  /** Puts a refused submission back into the form unless another one is typed, and takes one that has arrived out of it. */
  const followWaiting = useEffectEvent(() => {
    const element = form.current;
    if (element === null) return;
    const isRefused = waiting?.state === "waiting" && waiting.problem !== undefined;
    if (isRefused && (isHeld || !isFilledIn(element))) return bringBack(element);
    if (isHeld && waiting?.state === "sent") {
      discard();
      show(null);
    }
    const isTwice = phase.is === "sent" && waiting?.state === "sent";
    if (isTwice && waiting.reference === phase.sent.reference) forgetWaiting(submission.name);
  });
  useEffect(() => followWaiting(), [waiting, phase]);

  useLeaveWarning(isSending);
  const isOnDevice = isSending || isHeld;
  useEffect(() => {
    if (!isOnDevice) return;
    // Brought back by the browser, it would look unsent.
    const empty = ({ persisted }: PageTransitionEvent) => persisted || form.current?.reset();
    addEventListener("pagehide", empty);
    return () => removeEventListener("pagehide", empty);
  }, [isOnDevice]);

  return {
    form,
    phase,
    isSending,
    fieldProblems,
    discard,
    isHeld,
    throwAwayWaiting,
    changeWaiting: () => {
      const element = form.current;
      if (element === null) return;
      if (isFilledIn(element)) return show({ message: waitingText.inTheWay });
      bringBack(element);
      element.querySelector("input")?.focus();
    },
    onInput: ({ currentTarget: element, target }) => {
      if (isHeld) {
        // Sent as it was, a change would come too late.
        takeBack(submission.name, draft);
        setPhase({ ...phase, isHeld: false });
      }
      draft.update({ values: typedValues(element) });
      const name = "name" in target ? target.name : "";
      if (!fieldProblems.some(({ field }) => field === name)) return;
      if (refusedFields(submission, element).some(({ field }) => field === name)) return;
      setFieldProblems(fieldProblems.filter(({ field }) => field !== name));
    },
    onSubmit: (event) => {
      event.preventDefault();
      // A press too many: the form was sent and cleared, and the visitor reads that it has arrived.
      const isAgain = phase.is === "sent" && !isFilledIn(event.currentTarget);
      if (!isSending && !isAgain) void send(event.currentTarget);
    },
  };
}
