import { SignedOut, signInAgain } from "#app/desk/api/session.ts";

import { hasNoteDraft } from "./note-draft.ts";

/** What happens when the session ends: users in the middle of writing sign in again in place, others leave. */
export class DeskSession {
  readonly #userId: string;
  /** The record that is open. */
  #reference: string | null = null;
  #leave = () => {};
  /** How many open forms would lose what is typed. */
  #writers = 0;

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Sets how to leave. */
  whenSignedOut(leave: () => void): void {
    this.#leave = leave;
  }

  show(reference: string | null): void {
    this.#reference = reference;
  }

  leaveUnlessWriting(): void {
    if (!this.#isWriting()) this.#leave();
  }

  /** Marks that a form is open whose contents must not be lost, until the returned function is called. */
  beginWriting(): () => void {
    this.#writers += 1;
    return () => void (this.#writers -= 1);
  }

  /** Runs a call; if the session has ended, asks to sign in and runs it again. */
  readonly run = async <Data>(call: () => Promise<Data>): Promise<Data> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error;
      if (this.#isWriting() && (await signInAgain.ask())) return this.run(call);
      this.#leave();
      throw error;
    }
  };

  #isWriting(): boolean {
    const reference = this.#reference;
    return this.#writers > 0 || (reference !== null && hasNoteDraft(this.#userId, reference));
  }
}
