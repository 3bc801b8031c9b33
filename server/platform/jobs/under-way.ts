/** Work that has begun, so that whoever stops the process can wait for its end. */
export class UnderWay {
  readonly #work = new Set<Promise<void>>();

  /** Returns `work` itself. */
  track(work: Promise<void>): Promise<void> {
    const end = work.finally(() => this.#work.delete(work));
    end.catch(() => undefined); // Whoever began it hears of a failure.
    this.#work.add(work);
    return work;
  }

  /** Resolves once all that has begun is over, whether it went well or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#work);
  }
}
