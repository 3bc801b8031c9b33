import type { Challenge } from "#domain/proof-of-work.ts";

import type { Finding, Share } from "./challenge-share.ts";
import { ProofPace, type ProofProgress } from "./proof-pace.ts";

const workersAtMost = 8;
/** If the browser does not tell how many cores there are. */
const workersOtherwise = 4;

/**
 * Solves a challenge in workers, so that the page stays at the visitor's command; returns what goes into the
 * proof header. Throws if this browser cannot do it, or not before the visitor runs out of patience. Loaded only
 * when the server demands it.
 */
export async function solveChallenge(
  challenge: Challenge,
  onProgress: (progress: ProofProgress) => void,
): Promise<string> {
  const step = Math.min(workersAtMost, navigator.hardwareConcurrency || workersOtherwise);
  const pace = new ProofPace(challenge.parameters.data.tries, onProgress);
  const workers = Array.from({ length: step }, startWorker);
  try {
    const shares = workers.map((worker, first) =>
      solveShare(worker, { challenge, first, step }, (tries) => pace.note(first, tries)),
    );
    return btoa(JSON.stringify({ challenge, solution: await Promise.race(shares) }));
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./challenge-worker.ts", import.meta.url), { type: "module" });
}

/** Resolves with the solution if it is in this share; the worker whose share lacks it goes on until it is ended. */
function solveShare(worker: Worker, share: Share, onTries: (tries: number) => void) {
  return new Promise<object>((resolve, reject) => {
    worker.addEventListener("error", () => reject(new Error("A worker could not run")));
    worker.addEventListener("message", ({ data }: MessageEvent<Finding>) => {
      if (data.kind === "solved") return resolve(data.solution);
      if (data.kind === "failed") return reject(new Error(data.why));
      try {
        onTries(data.tries);
      } catch (error) {
        reject(error instanceof Error ? error : new Error("No progress"));
      }
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers have no origin to name.
    worker.postMessage(share);
  });
}
