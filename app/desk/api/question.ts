type Ask = () => Promise<boolean>;

/** A question to the user that calls wait for: it is asked once for all of them. */
export class Question {
  #ask: Ask | null = null;
  #asking: Promise<boolean> | undefined;

  /** Sets how to ask; returns a function that takes it back. */
  readonly askBy = (ask: Ask): (() => void) => {
    this.#ask = ask;
    return () => {
      if (this.#ask === ask) this.#ask = null;
    };
  };

  /** Returns false if the user cancels, or nobody can be asked. */
  ask(): Promise<boolean> {
    if (this.#ask === null) return Promise.resolve(false);
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }
}
