import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

import type { Challenge } from "#domain/proof-of-work.ts";

const threads = 4;

/** The proof header for a challenge, calculated on all threads of Node's pool. */
export async function solvedChallenge(challenge: Challenge): Promise<string> {
  const controller = new AbortController();
  const solvers = Array.from({ length: threads }, async (_, first) => {
    const solution = await solveChallenge({
      challenge,
      deriveKey,
      controller,
      counterStart: first,
      counterStep: threads,
    });
    if (solution === null) throw new Error("Another thread was faster");
    return solution;
  });
  const solution = await Promise.any(solvers);
  controller.abort();
  await Promise.allSettled(solvers);
  return proofHeaderOf(challenge, solution);
}

/** What goes into the proof header, whatever the solution is. */
export function proofHeaderOf(challenge: object, solution: object | null): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
