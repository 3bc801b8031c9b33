import { type FieldPayload, sendMail } from "#app/shared/api/submissions.ts";
import type { Challenge } from "#domain/proof-of-work.ts";
import type { Submission } from "#domain/submission.ts";
import type { CallAnswer } from "#domain/wire.ts";

import type { ProofProgress } from "./proof-pace.ts";

/** Called while a proof of work takes longer than a moment, and with null when it is made. */
export type OnProof = (progress: ProofProgress | null) => void;

/** The second one is for the hardest proof that there is for a quiet network; a third is for good measure. */
const proofsAtMost = 3;

/**
 * The mail call. If the server demands a proof of work first, as it does while very many submissions arrive,
 * the proof is made and the same call repeated. The demand can rise while it is made; then another one follows.
 */
export async function mailProven(
  submission: Submission,
  fields: FieldPayload,
  key: string,
  onProof: OnProof,
): Promise<CallAnswer> {
  let answer = await sendMail(submission, fields, key);
  for (let proofs = 0; answer.challenge !== undefined && proofs < proofsAtMost; proofs += 1) {
    const proof = await proofOf(answer.challenge, onProof);
    if (proof === null) return answer;
    answer = await sendMail(submission, fields, key, proof);
  }
  return answer;
}

/** Null if this browser cannot compute it: then the server's words, with the phone number, stand. */
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
