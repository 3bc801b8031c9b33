import { SignedOut, signInInPlace } from "#app/desk/api/session.ts";
import { messages } from "#domain/messages.ts";

import type { DeskStore } from "./desk-store.ts";
import { failureWords, isStale } from "./failure.ts";

/** Does the work of the desk, and puts into its state what went wrong. */
export class DeskAttempts {
  readonly #store: DeskStore;
  readonly #isWriting: () => boolean;
  #onSignedOut = () => {};
  #loads = 0;

  /** `isWriting` tells whether leaving would lose what somebody is typing. */
  constructor(store: DeskStore, isWriting: () => boolean) {
    this.#store = store;
    this.#isWriting = isWriting;
  }

  /** Sets what happens when the session is over. */
  whenSignedOut(leave: () => void): void {
    this.#onSignedOut = leave;
  }

  /** Leaves once the session has ended, unless the user is writing a note. */
  leaveUnlessWriting(): void {
    if (!this.#isWriting()) this.#onSignedOut();
  }

  /** Loads; `again` is what Try again does. */
  async loading(work: () => Promise<void>, again: () => void): Promise<void> {
    this.#loads += 1;
    this.#store.set({ isLoading: true });
    await this.attempt(messages.loadFailed, work, again);
    this.#loads -= 1;
    this.#store.set({ isLoading: this.#loads > 0 });
  }

  async attempt(
    fallback: string,
    work: () => Promise<void>,
    retry = () => {
      this.clearProblem();
      void this.attempt(fallback, work);
    },
  ): Promise<void> {
    try {
      await work();
      // What failed has worked since.
      if (this.#store.state().retry === retry) this.clearProblem();
    } catch (error) {
      if (error instanceof SignedOut) return this.signedOut(() => this.attempt(fallback, work));
      this.#store.set({ problem: failureWords(error, fallback), retry: isStale(error) ? null : retry });
    }
  }

  /** Asks a user who is writing a note to sign in here; sends others to the login page. */
  async signedOut(goOn: () => Promise<void>): Promise<void> {
    if (this.#isWriting() && (await signInInPlace())) return goOn();
    this.#onSignedOut();
  }

  clearProblem(): void {
    this.#store.set({ problem: null, staleReference: null });
  }
}
