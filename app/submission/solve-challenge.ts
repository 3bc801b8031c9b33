import { solveChallengeWorkers } from "altcha-lib";

import type { Challenge } from "#domain/proof-of-work.ts";

const workers = 4;
const timeoutMs = 20_000;

/**
 * Solves a challenge in workers, so that the page stays at the visitor's command; answers what goes into
 * the proof header. Loaded only when the server demands it.
 */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: workers,
    createWorker: () => new Worker(new URL("./challenge-worker.ts", import.meta.url), { type: "module" }),
    timeout: timeoutMs,
  });
  if (solution === null) throw new Error("The challenge was not solved in time");
  return btoa(JSON.stringify({ challenge, solution }));
}
