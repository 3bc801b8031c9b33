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

import { siteConfig } from "#app/shared/api/site-config.ts";
import type { FieldPayload } from "#app/shared/api/submissions.ts";
import { draftStore, type DraftStore } from "#app/shared/forms/draft.ts";
import { keepSentForm } from "#app/shared/forms/sent-form.ts";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { kindOf } from "#domain/field.ts";
import { joinSeveral } from "#domain/several.ts";
import { type FieldProblem, summaryOf } from "#domain/submission-values.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import { sameFieldsWindowMs } from "#domain/wire.ts";

import { isFilledIn, type Prefill, type TypedValues, typedValues, useFilledForm } from "./form-values.ts";
import { keepForNextTime } from "./remembered-details.tsx";
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
  readonly onInput: (event: InputEvent<HTMLFormElement>) => void;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Deletes the draft. */
  readonly discard: () => void;
}

const noPrefill = () => null;

/** The state of one form (specification section 4): typing, sending, then success or a problem. */
export function useSubmission(
  submission: Submission,
  { readPrefill = noPrefill, onSuccess }: Options = {},
): SubmissionState {
  const form = useRef<HTMLFormElement>(null);
  const isPending = useRef(false);
  const [isSending, setSending] = useState(false);
  const [proof, setProof] = useState<ProofProgress | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const atFields = useFieldProblems(submission);
  const [shelf, setShelf] = useState("");
  const draft = useMemo(() => draftStore(submission.name), [submission]);

  const save = () => {
    if (form.current !== null) draft.update({ values: typedValues(form.current) });
  };

  const send = async (element: HTMLFormElement) => {
    const typed = typedValues(element);
    setProblem(null);
    setSent(null);
    const question = atFields.check(element);
    if (question !== null) return setProblem(question);
    isPending.current = true;
    setSending(true);
    const payload = payloadOf(submission, typed);
    const key = await idempotencyKey(draft, submission.name, JSON.stringify(payload));
    const outcome = await submit(submission, payload, key, setProof);
    // The visitor has left the page, by Back for example: the receipt mail has the rest.
    if (form.current === null) return outcome.ok ? draft.clear() : undefined;
    isPending.current = false;
    setSending(false);
    if (!outcome.ok) return setProblem(atFields.shown(outcome.problem));
    keepForNextTime(submission, element);
    const { reference } = outcome.sent;
    const values = joinSeveral(submission, typed);
    keepSentForm({ form: submission.name, reference, summary: summaryOf(submission, payload), values });
    draft.clear();
    element.reset();
    setSent(outcome.sent);
    onSuccess?.(outcome.sent);
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

  return {
    form,
    isSending,
    proof,
    problem,
    sent,
    fieldProblems: atFields.problems,
    shelf,
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
    discard: () => draft.clear(),
  };
}

function isNamed(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return "name" in target;
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

/**
 * Returns the last key if the payload is unchanged. A new key is a hash of payload and time, so that two tabs that
 * send the same within ten minutes make one submission.
 */
async function idempotencyKey(draft: DraftStore, form: string, payload: string): Promise<string> {
  const last = draft.read().attempt;
  if (last?.payload === payload) return last.key;
  const window = Math.floor(Date.now() / sameFieldsWindowMs);
  const key = hex(isSecureContext ? await sha256(`${form}\n${window}\n${payload}`) : randomBytes());
  draft.update({ attempt: { payload, key } });
  return key;
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

// crypto.subtle is missing over plain HTTP.
function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
