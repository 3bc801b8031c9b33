import { NoResponse } from "#app/shared/api/no-response.ts";
import { anonHeaders } from "#app/shared/api/site-config.ts";
import {
  type FieldPayload,
  type MailAnswer,
  sendMail,
  type StoreResult,
  storeRecord,
} from "#app/shared/api/submissions.ts";
import { messages } from "#domain/messages.ts";
import type { Challenge } from "#domain/proof-of-work.ts";
import { initialStatus } from "#domain/record-status.ts";
import type { SendingFailure } from "#domain/sending-failure.ts";
import type { FieldProblem } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";

import type { ProofProgress } from "./solve-challenge.ts";

/** Why a submission failed, for the visitor. */
export interface Problem {
  readonly message: string;
  /** The field that the server names. */
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  /** Absent if the page refused it before it was sent. */
  readonly failure?: SendingFailure;
  /** The mail call has not begun: nothing has left this device. */
  readonly isUnsent?: boolean;
  /** Fields that the page itself asks to look at again, and whether that is only a question. */
  readonly fields?: readonly FieldProblem[];
  readonly isDoubt?: boolean;
  /** Its key in the outbox, if it waits there. */
  readonly savedAs?: string;
}

export interface Sent {
  readonly reference: string;
  readonly receivedAt: Date;
}

export type Outcome = { ok: true; sent: Sent } | { ok: false; problem: Problem };

interface SubmitOptions {
  /** The idempotency key: the same submission keeps it. */
  readonly key: string;
  /** Called while a proof of work takes longer than a second, and with null when it ends. */
  readonly onProof?: OnProof;
}

type OnProof = (progress: ProofProgress | null) => void;

const storeRetryDelaysMs = [1000, 2000, 4000];

/**
 * Mail first; only what was mailed is stored, under the reference that the mail service gave
 * (specification section 4). Never throws.
 */
export async function submit(
  submission: Submission,
  fields: FieldPayload,
  options: SubmitOptions,
): Promise<Outcome> {
  let isUnsent = true;
  let isMailed = false;
  try {
    // First: without these headers nothing could be stored, so nothing must be mailed.
    const headers = await anonHeaders();
    isUnsent = false;
    const mail = await mailProven(submission, fields, options);
    const refusedBy = { field: mail.field, requestId: mail.request_id, failure: failureOf(mail) };
    if (!mail.success) return refuse({ message: mail.error || messages.mailFailed, ...refusedBy });
    const reference = mail.ref_number;
    if (!reference) return refuse({ message: mail.error || submission.failureMessage, ...refusedBy });
    isMailed = true;
    const stored = await storeWithRetries(() =>
      storeRecord(submission, recordOf(submission, fields, reference), headers),
    );
    if (stored.ok) return { ok: true, sent: { reference, receivedAt: receivedAt(mail) } };
    const message = stored.message || submission.failureMessage;
    return refuse({ message, requestId: stored.requestId, failure: "server" });
  } catch (error) {
    console.error("The submission failed", error);
    return refuse({ message: messages.unexpected, failure: lossOf(error, isMailed), isUnsent });
  }
}

function refuse(problem: Problem): Outcome {
  return { ok: false, problem };
}

function lossOf(error: unknown, isMailed: boolean): SendingFailure {
  if (!(error instanceof NoResponse)) return "server";
  // "Offline" would mean that nothing has left the device.
  return isMailed && error.why === "offline" ? "cut" : error.why;
}

function failureOf({ status }: MailAnswer): SendingFailure {
  if (status === 429) return "limit";
  if (status === 502) return "mail";
  return status >= 400 && status < 500 ? "refused" : "server";
}

/** By the server's clock, as all due times are; a server of an older build does not send it. */
function receivedAt({ received_at: instant }: MailAnswer): Date {
  return instant === undefined ? new Date() : new Date(instant);
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

/** Null if this browser cannot compute it: the visitor then reads the server's message with the phone number. */
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
