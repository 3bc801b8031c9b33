import type { DraftStore } from "#app/shared/forms/draft.ts";
import { dayMs, minuteMs } from "#domain/durations.ts";
import { sameFieldsWindowMs } from "#domain/endpoints.ts";
import { outboxDaysMax } from "#domain/retention.ts";
import { isWithoutResponse, type Problem, waitingText } from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";

import { payloadOf, type TypedValues } from "./form-values.ts";
import type { ProofProgress } from "./solve-challenge.ts";
import { type SubmissionOutcome, submit } from "./submit.ts";
import {
  forgetWaiting,
  keepWaiting,
  readWaiting,
  storeWaiting,
  type WaitingSubmission,
  waitingNameOf,
  waitingTextOf,
} from "./waiting-store.ts";

/** `isWaiting`: no response came, and this device sends it again. */
type SendOutcome = SubmissionOutcome & { readonly isWaiting: boolean };

/** Sends what was typed. It waits on this device meanwhile, so that nothing is lost if the page is left. */
export async function sendForm(
  submission: Submission,
  typed: TypedValues,
  draft: DraftStore,
  onProof: (progress: ProofProgress | null) => void,
): Promise<SendOutcome> {
  const { name } = submission;
  const key = await keyOf(name, typed, draft);
  const isKept = keepWaiting(name, key, typed);
  if (isKept) draft.update({ values: {} });
  const outcome = await whileSending(name, () =>
    submit(submission, payloadOf(submission, typed), { key, onProof }),
  );
  const isUnanswered = !outcome.ok && isWithoutResponse(outcome.problem.failure);
  const isWaiting = isKept && isUnanswered && readKeyOf(name) === key;
  if (isKept && !isWaiting) forgetWaiting(name);
  if (isWaiting) draft.update({ attempt: undefined });
  else if (!outcome.ok) {
    const attempt = { payload: JSON.stringify(typed), key, isUnanswered };
    // A visitor who is asked and sends it once more wants both.
    draft.update({ values: typed, attempt: outcome.problem.isQuestion ? undefined : attempt });
  }
  return { ...outcome, isWaiting };
}

function readKeyOf(form: string): string | null {
  const entry = readWaiting(form);
  return entry?.state === "waiting" ? entry.key : null;
}

/**
 * Takes what waits back into the draft, and returns it. Changed or not, it keeps its key until there is an answer, so
 * that it cannot arrive twice.
 */
export function takeBack(form: string, draft: DraftStore): WaitingSubmission | null {
  const entry = readWaiting(form);
  if (entry?.state !== "waiting") return null;
  const { key, typed, problem } = entry;
  forgetWaiting(form);
  const attempt = { payload: JSON.stringify(typed), key, isUnanswered: problem === undefined };
  draft.update({ values: typed, attempt: problem?.isQuestion ? undefined : attempt });
  return entry;
}

/**
 * The last key if the text is unchanged or has had no answer, or that of an equal submission that waits. A new key is a
 * hash of text and time, so that two tabs that send the same within ten minutes make one submission.
 */
async function keyOf(form: string, typed: TypedValues, draft: DraftStore): Promise<string> {
  const payload = JSON.stringify(typed);
  const { attempt } = draft.read();
  if (attempt?.isUnanswered || attempt?.payload === payload) return attempt.key;
  const waiting = readWaiting(form);
  if (waiting?.state === "waiting" && JSON.stringify(waiting.typed) === payload) return waiting.key;
  const window = Math.floor(Date.now() / sameFieldsWindowMs);
  const bytes = isSecureContext ? await sha256(`${form}\n${window}\n${payload}`) : randomBytes();
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
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

/** Sends for a form alone of all tabs; `otherwise` if another one does. Over plain HTTP the key alone prevents doubles. */
async function whileSending<Result>(
  form: string,
  work: () => Promise<Result>,
  otherwise = work,
): Promise<Result> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(waitingNameOf(form), { ifAvailable: true }, (lock) =>
    lock === null ? otherwise() : work(),
  );
}

/** Sends what waits of these forms: now, when the signal is back, when the page is seen again and every minute. */
export function startSender(forms: readonly Submission[]): () => void {
  const stopped = new AbortController();
  const send = () => void sendWaiting(forms);
  addEventListener("online", send, { signal: stopped.signal });
  addEventListener("pageshow", send, { signal: stopped.signal });
  const timer = setInterval(send, minuteMs);
  send();
  return () => {
    stopped.abort();
    clearInterval(timer);
  };
}

export async function sendWaiting(forms: readonly Submission[]): Promise<void> {
  for (const submission of forms) {
    await whileSending(
      submission.name,
      () => sendOne(submission),
      async () => {},
    );
  }
}

async function sendOne(submission: Submission): Promise<void> {
  const { name } = submission;
  const entry = readWaiting(name);
  if (entry?.state !== "waiting" || entry.problem !== undefined) return;
  // The server forgets keys after that time and would count it again.
  if (Date.now() - Date.parse(entry.savedAt) > outboxDaysMax * dayMs) {
    storeWaiting(name, { ...entry, problem: { message: waitingText.tooOld, failure: "refused" } });
    return;
  }
  const outcome = await submit(submission, payloadOf(submission, entry.typed), { key: entry.key });
  if (outcome.ok) {
    const { reference, receivedAt } = outcome.sent;
    storeWaiting(name, { state: "sent", reference, receivedAt: receivedAt.toISOString() });
  } else if (needsVisitor(outcome.problem) && isStillThere(name, entry)) {
    storeWaiting(name, { ...entry, problem: outcome.problem });
  }
}

/** The visitor may have thrown it away or changed it during the call. */
function isStillThere(form: string, entry: WaitingSubmission): boolean {
  return waitingTextOf(form) === JSON.stringify(entry);
}

/** Returns whether only the visitor may send it again. A mail that may have arrived is never repeated by itself, as on the server. */
function needsVisitor({ failure, isQuestion = false }: Problem): boolean {
  return isQuestion || failure === "mail" || failure === "refused";
}
