import { asProblem, isUnreached } from "#app/desk/api/desk-call.ts";
import { SignedOut } from "#app/desk/api/session.ts";

import type { ChangeReport } from "./change-report.ts";
import type { NewRecords } from "./new-records.ts";

/** What the desk knows besides the data it has loaded. */
export interface DeskNotes {
  /** Why the last action failed. */
  readonly problem: string | null;
  /** Repeats the failed action; null if that would not help. */
  readonly retry: (() => void) | null;
  /** The records that the failed change was for, in words. */
  readonly about: string | null;
  /** The server was not reached: the action is repeated once it can be. */
  readonly isUnreached: boolean;
  /** The record whose change was refused because someone else changed it first. */
  readonly staleReference: string | null;
  /** What the last change did, until it is dismissed. */
  readonly report: ChangeReport | null;
  readonly newRecords: NewRecords;
  readonly isLoading: boolean;
}

export const noProblem = {
  problem: null,
  retry: null,
  about: null,
  isUnreached: false,
  staleReference: null,
} as const;

/** The notes of the desk, and who wants to hear of them. */
export class NoteBoard {
  readonly #listeners = new Set<() => void>();
  #notes: DeskNotes = { ...noProblem, report: null, newRecords: new Map(), isLoading: false };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly notes = (): DeskNotes => this.#notes;

  note(change: Partial<DeskNotes>): void {
    this.#notes = { ...this.#notes, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Says why an action failed, unless the session has ended: that has a page of its own. */
  fail(error: unknown, fallback: string, retry: DeskNotes["retry"]): void {
    if (error instanceof SignedOut) return;
    this.note({ problem: asProblem(error, fallback).message, retry, isUnreached: isUnreached(error) });
  }
}
