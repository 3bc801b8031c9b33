/** Too many passwords are waiting to be hashed: the caller should respond with 429 and `retryAfterSeconds`. */
export class HashingQueueFull extends Error {
  override readonly name = "HashingQueueFull";
  readonly retryAfterSeconds = 5;
}

/** Bounds the memory, the time and the connections that checking passwords can take from everything else. */
class HashingLane {
  readonly #runningAtMost: number;
  readonly #waitingAtMost: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ running, waiting }: { readonly running: number; readonly waiting: number }) {
    this.#runningAtMost = running;
    this.#waitingAtMost = waiting;
  }

  /** Runs `work` when it is its turn. Throws `HashingQueueFull`, having started nothing, if too many wait. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#runningAtMost) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#waitingAtMost) {
      throw new HashingQueueFull("Too many passwords to check at once");
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
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
