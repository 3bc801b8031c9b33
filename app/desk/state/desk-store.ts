import type { SubmissionRecord } from "#domain/submission.ts";

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

  /** Whether nothing newer is listed of a record than this version of it. */
  readonly isLatest = ({ id, version }: SubmissionRecord): boolean => {
    const listed = [...this.#state.lists.values()].flatMap(({ records }) => records);
    return listed.every((record) => record.id !== id || record.version <= version);
  };

  /** The record as it is shown now, if it is open. */
  readonly asShown = (record: SubmissionRecord): SubmissionRecord => {
    const open = this.#state.opened?.record;
    return open?.id === record.id ? open : record;
  };

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
