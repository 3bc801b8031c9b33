import type { DraftStore } from "#app/shared/forms/draft.ts";
import { isWithoutResponse } from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";
import { sameFieldsWindowMs } from "#domain/wire.ts";

import { payloadOf, type TypedValues } from "./form-values.ts";
import { whileSending } from "./send-waiting.ts";
import type { ProofProgress } from "./solve-challenge.ts";
import { type Outcome, submit } from "./submit.ts";
import { forgetWaiting, keepWaiting, readWaiting } from "./waiting-store.ts";

/** `isWaiting`: no response came, and this device sends it again. */
type SendOutcome = Outcome & { readonly isWaiting: boolean };

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
  const isWaiting = isKept && !outcome.ok && isWithoutResponse(outcome.problem.failure);
  if (isKept && !isWaiting) forgetWaiting(name);
  if (!outcome.ok && !isWaiting) draft.update({ values: typed });
  return { ...outcome, isWaiting };
}

/**
 * The last key if the text is unchanged, or that of an equal submission that waits. A new key is a hash of text and
 * time, so that two tabs that send the same within ten minutes make one submission.
 */
async function keyOf(form: string, typed: TypedValues, draft: DraftStore): Promise<string> {
  const payload = JSON.stringify(typed);
  const { attempt } = draft.read();
  if (attempt?.payload === payload) return attempt.key;
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
