import { minuteMs } from "#domain/durations.ts";
import type { Challenge } from "#domain/proof-of-work.ts";

/** The counters that one worker tries: `first`, `first + step`, and so on. */
export interface Share {
  readonly challenge: Challenge;
  readonly first: number;
  readonly step: number;
}

export type Finding =
  | { readonly kind: "progress"; readonly tries: number }
  | { readonly kind: "solved"; readonly solution: { readonly counter: number; readonly derivedKey: string } }
  | { readonly kind: "failed"; readonly why: string };

const workersAtMost = 8;
const workersByDefault = 4;

/**
 * Solves a challenge in workers, so that the page stays responsive; returns the value of the proof header. Throws if
 * this browser cannot do it, or not in time. Loaded only when the server demands a proof.
 */
export async function solveChallenge(
  challenge: Challenge,
  onProgress: (progress: ProofProgress) => void,
): Promise<string> {
  const step = Math.min(workersAtMost, navigator.hardwareConcurrency || workersByDefault);
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

/** Resolves with the solution if it is in this share; otherwise the worker runs until it is terminated. */
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

export interface ProofProgress {
  /** Share of the maximum number of tries, 0 to 1. */
  readonly share: number;
  /** At most; half of all proofs are found in the first half of the tries. */
  readonly secondsLeft: number;
}

/** A calculation that ends within a second needs no explanation. */
const quietMs = 1000;
/** The challenge is valid for ten minutes. */
const patienceMs = 8 * minuteMs;
/** The pace is too uncertain before that to give up. */
const judgedAfterMs = 20_000;

class ProofPace {
  readonly #tries: number;
  readonly #onProgress: (progress: ProofProgress) => void;
  readonly #askedAt = performance.now();
  readonly #madeBy = new Map<number, number>();
  /** The first report: measuring from here leaves out the workers' start. */
  #first: { readonly at: number; readonly made: number } | null = null;

  /** `tries`: the maximum that the proof can take. */
  constructor(tries: number, onProgress: (progress: ProofProgress) => void) {
    this.#tries = tries;
    this.#onProgress = onProgress;
  }

  /** Throws if this device is too slow to finish before the challenge expires. */
  note(worker: number, tries: number): void {
    this.#madeBy.set(worker, tries);
    const made = [...this.#madeBy.values()].reduce((sum, one) => sum + one, 0);
    const now = performance.now();
    this.#first ??= { at: now, made };
    if (now - this.#askedAt < quietMs || made === this.#first.made) return;
    const passedMs = now - this.#first.at;
    const leftMs = (passedMs / (made - this.#first.made)) * Math.max(0, this.#tries - made);
    if (passedMs > judgedAfterMs && passedMs + leftMs > patienceMs) throw new Error("It would take too long");
    this.#onProgress({ share: Math.min(1, made / this.#tries), secondsLeft: Math.ceil(leftMs / 1000) });
  }
}
