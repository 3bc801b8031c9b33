import { type DeskState, emptyDesk } from "./desk-state.ts";

/** Holds what the panel knows, and tells whoever shows it. Answers that were overtaken are no news. */
export class DeskStore {
  readonly #listeners = new Set<() => void>();
  #state = emptyDesk;
  #turns = 0;
  /** The turn whose answer each part of the state shows. */
  readonly #shown = new Map<string, number>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DeskState => this.#state;

  set(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Numbers what is asked for. */
  turn(): number {
    return (this.#turns += 1);
  }

  /** Whether nothing asked for later is already shown in this part. */
  isNews(part: string, turn: number): boolean {
    if (turn < (this.#shown.get(part) ?? 0)) return false;
    this.#shown.set(part, turn);
    return true;
  }
}
