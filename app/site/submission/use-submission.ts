import {
  type InputEvent,
  type RefObject,
  type SubmitEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";

import { siteConfig } from "#app/shared/api/site-config.ts";
import type { FieldPayload } from "#app/shared/api/submissions.ts";
import { draftStore } from "#app/shared/forms/draft.ts";
import { keepSentForm } from "#app/shared/forms/sent-form.ts";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { kindOf } from "#domain/field.ts";
import { joinSeveral } from "#domain/several.ts";
import { type FieldProblem, summaryOf } from "#domain/submission-values.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

import {
  fillForm,
  isFilledIn,
  type Prefill,
  type TypedValues,
  typedValues,
  useFilledForm,
} from "./form-values.ts";
import { idempotencyKey, payloadText } from "./idempotency-key.ts";
import { removeEntry, type WaitingEntry } from "./outbox.ts";
import { keepForNextTime } from "./remembered-details.tsx";
import { type Loss, saveUnsent, startSender, takeBack, type Unsent } from "./send-waiting.ts";
import type { ProofProgress } from "./solve-challenge.ts";
import { type Problem, type Sent, submit } from "./submit.ts";
import { useFieldProblems } from "./use-field-problems.ts";

interface Options {
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
  /** Several kinds of parts, of which the visitor wants one. Empty if there is none. */
  readonly shelf: string;
  /** What has just come back from the outbox into the form. */
  readonly broughtBack: WaitingEntry | null;
  readonly onInput: (event: InputEvent<HTMLFormElement>) => void;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Deletes what was typed. */
  readonly discard: () => void;
  /** Moves a waiting submission from the outbox back into the form. Returns false if it is being sent. */
  readonly bringBack: (key: string) => Promise<boolean>;
}

const noPrefill = () => null;

/** The state of one form (specification section 4): typing, sending, then success or a problem. */
export function useSubmission(
  submission: Submission,
  { readPrefill = noPrefill, onSuccess }: Options = {},
): SubmissionState {
  const form = useRef<HTMLFormElement>(null);
  const isPending = useRef(false);
  const inFlight = useRef<Unsent | null>(null);
  const [isSending, setSending] = useState(false);
  const [proof, setProof] = useState<ProofProgress | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const atFields = useFieldProblems(submission);
  const [shelf, setShelf] = useState("");
  const [broughtBack, setBroughtBack] = useState<WaitingEntry | null>(null);
  const draft = useMemo(() => draftStore(submission.name), [submission]);

  const save = () => {
    if (form.current !== null) draft.update({ values: typedValues(form.current) });
  };

  const send = async (element: HTMLFormElement) => {
    const typed = typedValues(element);
    setProblem(null);
    setSent(null);
    setBroughtBack(null);
    const question = atFields.check(element);
    if (question !== null) return setProblem(question);
    isPending.current = true;
    setSending(true);
    const payload = payloadOf(submission, typed);
    const key = await idempotencyKey(draft, submission.name, payloadText({ payload }));
    const unsent = { key, form: submission.name, typed, payload };
    inFlight.current = unsent;
    const outcome = await submit(submission, payload, { key, onProof: setProof });
    // The visitor has left the page, by Back for example: the receipt mail has the rest.
    if (form.current === null) return outcome.ok ? draft.clear() : undefined;
    isPending.current = false;
    inFlight.current = null;
    // At once: the browser must not ask about leaving when the next page is opened.
    flushSync(() => setSending(false));
    if (outcome.ok) return succeed(element, unsent, outcome.sent);
    return fail(element, outcome.problem, unsent);
  };

  const succeed = (element: HTMLFormElement, { key, typed, payload }: Unsent, accepted: Sent) => {
    removeEntry(key);
    keepForNextTime(submission, typed);
    const { reference } = accepted;
    const values = joinSeveral(submission, typed);
    keepSentForm({ form: submission.name, reference, summary: summaryOf(submission, payload), values });
    empty(element);
    setSent(accepted);
    onSuccess?.(accepted);
  };

  const fail = (element: HTMLFormElement, cause: Problem, unsent: Unsent) => {
    // What has been changed while it was sent stays in the form. It is empty if the visitor has left and come back.
    const isUnchanged = !isFilledIn(element) || equal(typedValues(element), unsent.typed);
    const isSaved = isUnchanged && moveToOutbox(submission, unsent, cause);
    if (isSaved) empty(element);
    setProblem(isSaved ? { ...cause, savedAs: unsent.key } : atFields.shown(cause));
  };

  const empty = (element: HTMLFormElement) => {
    draft.clear();
    element.reset();
  };

  const bringBack = async (key: string) => {
    const element = form.current;
    if (element === null) return true;
    const entry = await takeBack(key, ({ typed, payload }) => {
      draft.update({ values: typed, attempt: { payload: payloadText({ payload }), key } });
    });
    if (entry === null) return false;
    element.reset();
    fillForm(element, entry.typed);
    setSent(null);
    setProblem(entry.problem === undefined ? null : atFields.shown(entry.problem));
    setBroughtBack(entry);
    return true;
  };

  const { showPrefilled } = atFields;
  const onPrefill = useCallback(
    (prefilled: Prefill) => {
      setShelf(prefilled.shelf);
      showPrefilled(form.current, prefilled);
    },
    [showPrefilled],
  );
  useEffect(() => {
    // Otherwise the browser would name one wrong field at a time, in its own words.
    if (form.current !== null) form.current.noValidate = true;
    // Loaded early, so that sending does not wait for it.
    siteConfig().catch(() => {});
  }, []);
  useFilledForm(form, draft, readPrefill, onPrefill);
  useLeaveWarning(isSending);
  useEffect(startSender, []);
  useEffect(() => {
    // The page is closed before a response: the outbox sends the same again, and the server counts it once.
    const keep = () => {
      if (inFlight.current === null || !moveToOutbox(submission, inFlight.current, { failure: "cut" }))
        return;
      draft.clear();
      // Otherwise the browser itself would bring the text back, and it would look unsent.
      form.current?.reset();
    };
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [submission, draft]);

  return {
    form,
    isSending,
    proof,
    problem,
    sent,
    fieldProblems: atFields.problems,
    shelf,
    broughtBack,
    onInput: ({ target }) => {
      save();
      if (form.current !== null && isNamed(target)) atFields.recheck(form.current, target.name);
    },
    onSubmit: (event) => {
      event.preventDefault();
      // One press too many: the form has been sent and cleared, and the visitor reads that it has arrived.
      const isSentAlready = sent !== null && !isFilledIn(event.currentTarget);
      if (!isPending.current && !isSentAlready) void send(event.currentTarget);
    },
    // Otherwise Back would bring the text back, even for the next person who uses this phone.
    discard: () => {
      draft.clear();
      form.current?.reset();
    },
    bringBack,
  };
}

/** Returns false if it stays in the form. */
function moveToOutbox(submission: Submission, unsent: Unsent, loss: Loss): boolean {
  if (!saveUnsent(unsent, loss)) return false;
  keepForNextTime(submission, unsent.typed);
  return true;
}

function isNamed(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return "name" in target;
}

function equal(one: TypedValues, other: TypedValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The typed texts in the wire's types: only the form's own fields. */
function payloadOf(submission: Submission, typed: TypedValues): FieldPayload {
  const payload: Record<string, string | number> = {};
  const texts = joinSeveral(submission, typed);
  for (const [name, field] of fieldEntries(submission)) {
    const text = texts[name]?.trim();
    if (text !== undefined && text !== "") payload[name] = kindOf(field).fromText(text);
  }
  return payload;
}
