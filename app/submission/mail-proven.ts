import { type FieldPayload, sendMail } from "#app/api/submissions.ts";
import type { Challenge } from "#domain/proof-of-work.ts";
import type { Submission } from "#domain/submission.ts";
import type { CallAnswer } from "#domain/wire.ts";

/**
 * The mail call. Where the server demands a proof of work first, as it does while very many submissions
 * arrive, the proof is made and the same call repeated; the visitor only waits a moment longer.
 */
export async function mailProven(
  submission: Submission,
  fields: FieldPayload,
  key: string,
): Promise<CallAnswer> {
  const answer = await sendMail(submission, fields, key);
  if (answer.challenge === undefined) return answer;
  const proof = await proofOf(answer.challenge);
  return proof === null ? answer : sendMail(submission, fields, key, proof);
}

/** Null where this browser cannot compute it: then the server's words, with the phone number, stand. */
async function proofOf(challenge: Challenge): Promise<string | null> {
  try {
    const { solveChallenge } = await import("./solve-challenge.ts");
    return await solveChallenge(challenge);
  } catch (error) {
    console.error("The proof of work could not be made", error);
    return null;
  }
}
