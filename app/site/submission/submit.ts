import { anonHeaders, NoResponse } from "#app/shared/api/site-config.ts";
import {
  type FieldPayload,
  type MailAnswer,
  sendMail,
  storeRecord,
  type StoreResult,
} from "#app/shared/api/submissions.ts";
import { messages } from "#domain/messages.ts";
import type { Challenge } from "#domain/proof-of-work.ts";
import { initialStatus } from "#domain/record-status.ts";
import { type Problem, type SendingFailure, waitingText } from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";

import type { ProofProgress } from "./solve-challenge.ts";

export interface SentSubmission {
  readonly reference: string;
  readonly receivedAt: Date;
}

export type SubmissionOutcome = { readonly ok: true; readonly sent: SentSubmission } | RefusedSubmission;
type RefusedSubmission = { readonly ok: false; readonly problem: Problem };

interface SubmitOptions {
  /** The idempotency key: the same submission keeps it. */
  readonly key: string;
  /** Called while a proof of work takes longer than a second, and with null when it ends. */
  readonly onProof?: OnProof;
}

type OnProof = (progress: ProofProgress | null) => void;

/**
 * Mail first; only what was mailed is stored, under the reference that the mail service gave
 * (specification section 4). Never throws.
 */
export async function submit(
  submission: Submission,
  fields: FieldPayload,
  options: SubmitOptions,
): Promise<SubmissionOutcome> {
  let isMailed = false;
  try {
    // First: without these headers nothing could be stored, so nothing must be mailed.
    const headers = await anonHeaders();
    const mail = await mailProven(submission, fields, options);
    const { ref_number: reference, received_at: receivedAt } = mail;
    if (!mail.success || !reference) return refusedMail(submission, mail);
    isMailed = true;
    const record = recordOf(submission, fields, reference);
    const stored = await storeWithRetries(() => storeRecord(submission, record, headers));
    // The server's clock counts, as for all due times.
    if (stored.ok) return { ok: true, sent: { reference, receivedAt: new Date(receivedAt ?? Date.now()) } };
    const { message = submission.failureMessage, requestId } = stored;
    return { ok: false, problem: { message, requestId, failure: "server" } };
  } catch (error) {
    console.error("The submission failed", error);
    return { ok: false, problem: { message: messages.unexpected, failure: lossOf(error, isMailed) } };
  }
}

function refusedMail({ failureMessage }: Submission, mail: MailAnswer): RefusedSubmission {
  // The server has this key with what was typed at first.
  if (mail.status === 409)
    return { ok: false, problem: { message: waitingText.changedLate, isQuestion: true } };
  const message = mail.error || (mail.success ? failureMessage : messages.mailFailed);
  const fields = mail.field === undefined ? {} : { fields: [{ field: mail.field, message }] };
  return { ok: false, problem: { message, failure: failureOf(mail), requestId: mail.request_id, ...fields } };
}

function failureOf({ status }: MailAnswer): SendingFailure {
  if (status === 429) return "limit";
  if (status === 502) return "mail";
  return status >= 400 && status < 500 ? "refused" : "server";
}

function lossOf(error: unknown, isMailed: boolean): SendingFailure {
  if (!(error instanceof NoResponse)) return "server";
  // "Offline" would mean that nothing has left the device.
  return isMailed && error.why === "offline" ? "cut" : error.why;
}

function recordOf(submission: Submission, fields: FieldPayload, reference: string) {
  return {
    ...fields,
    ...(submission.asksConsent ? { consent: true } : {}),
    ref_number: reference,
    ...(submission.hasFiles ? { file_urls: [] } : {}),
    status: initialStatus,
  };
}

const storeRetryDelaysMs = [1000, 2000, 4000];

/** The mail has been sent: connection and server errors are worth retrying, refusals are not. */
async function storeWithRetries(store: () => Promise<StoreResult>): Promise<StoreResult> {
  for (const delayMs of storeRetryDelaysMs) {
    const result = await store().catch(() => null);
    if (result !== null && (result.ok || result.status < 500)) return result;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return store();
}

/** Two can be needed: the first challenge may be an easier one. The third is a reserve. */
const proofsAtMost = 3;

/**
 * The mail call. If the server demands a proof of work, as it does when very many submissions arrive, makes the
 * proof and repeats the call. The demand can rise in between, and then another proof is needed.
 */
async function mailProven(
  submission: Submission,
  fields: FieldPayload,
  { key, onProof = () => {} }: SubmitOptions,
): Promise<MailAnswer> {
  let answer = await sendMail(submission, fields, key);
  for (let proofs = 0; answer.challenge !== undefined && proofs < proofsAtMost; proofs += 1) {
    const proof = await proofOf(answer.challenge, onProof);
    if (proof === null) return answer;
    answer = await sendMail(submission, fields, key, proof);
  }
  return answer;
}

/** Returns null if this browser cannot compute it: the visitor then reads the server's message with the phone number. */
async function proofOf(challenge: Challenge, onProof: OnProof): Promise<string | null> {
  try {
    const { solveChallenge } = await import("./solve-challenge.ts");
    return await solveChallenge(challenge, onProof);
  } catch (error) {
    console.error("The proof of work could not be made", error);
    return null;
  } finally {
    onProof(null);
  }
}
