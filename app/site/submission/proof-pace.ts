/** How far a proof of work is. */
export interface ProofProgress {
  /** Of the tries that it can take at most, from 0 to 1. */
  readonly share: number;
  /** At most; half of all proofs are found in the first half. */
  readonly secondsLeft: number;
}

/** Nobody needs to read about a calculation that is over in a second. */
const quietMs = 1000;
/** The challenge is good for ten minutes. */
const patienceMs = 8 * 60_000;
/** Before this the pace is not known well enough to give up. */
const judgedAfterMs = 20_000;

/** Adds up what the workers report. */
export class ProofPace {
  readonly #tries: number;
  readonly #onProgress: (progress: ProofProgress) => void;
  readonly #askedAt = performance.now();
  readonly #madeBy = new Map<number, number>();
  /** The pace is measured from here on: the workers have started by then. */
  #first: { readonly at: number; readonly made: number } | null = null;

  /** `tries`: how many the proof can take at most. */
  constructor(tries: number, onProgress: (progress: ProofProgress) => void) {
    this.#tries = tries;
    this.#onProgress = onProgress;
  }

  /** Throws if this device would keep the visitor waiting for many minutes. */
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
