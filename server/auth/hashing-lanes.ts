/** Too many passwords are waiting to be hashed: the caller should respond with 429 and `retryAfterSeconds`. */
export class HashingQueueFull extends Error {
  override readonly name = "HashingQueueFull";
  readonly retryAfterSeconds = 5;
}

/** A place in a lane. Work passed to `run` waits its turn there. */
export interface HashingPlace {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Bounds the memory and time that hashing passwords can take from everything else. */
class HashingLane implements HashingPlace {
  readonly #runningAtMost: number;
  readonly #insideAtMost: number;
  #inside = 0;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ running, waiting }: { readonly running: number; readonly waiting: number }) {
    this.#runningAtMost = running;
    this.#insideAtMost = running + waiting;
  }

  /** Runs `work` with a place of its own; throws `HashingQueueFull`, having started nothing, if there is none. */
  async withPlace<Result>(work: (place: HashingPlace) => Promise<Result>): Promise<Result> {
    if (this.#inside >= this.#insideAtMost) throw new HashingQueueFull("Too many passwords to check at once");
    this.#inside += 1;
    try {
      return await work(this);
    } finally {
      this.#inside -= 1;
    }
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#runningAtMost) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/**
 * Strangers guessing passwords fill their own lane only: signed-in staff, and browsers that have signed in
 * before, never wait behind them (docs/decisions/056-signing-in-under-attack.md).
 */
export const hashingLanes = {
  strangers: new HashingLane({ running: 2, waiting: 20 }),
  staff: new HashingLane({ running: 1, waiting: 20 }),
} as const;
