import { useSyncExternalStore } from "react";

import { asProblem, isTooLate } from "#app/desk/api/desk-call.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import { messages } from "#domain/messages.ts";

import { reloadRecords } from "./desk-queries.ts";

/** A message about the last change. */
export interface Toast {
  readonly text: string;
  /** The record that it is about, if the page shows another or none. */
  readonly reference?: string;
  /** Takes it back. May return what that did. */
  readonly undo?: () => Promise<Toast | void>;
  /** The end of the time to undo, by `performance.now()`; undefined if there is none. */
  readonly undoEnd?: number;
}

/** The reason that the last action failed. */
export interface DeskProblem {
  readonly text: string;
  /** The action that failed: "Reply to QK-7F3K9M-2PWD" */
  readonly about?: string;
  /** Repeats the action; left out if that would not help. */
  readonly retry?: () => void;
  /** The record that somebody else changed first. */
  readonly reference?: string;
}

interface Notices {
  readonly toast: Toast | null;
  readonly problem: DeskProblem | null;
}

let notices: Notices = { toast: null, problem: null };
const listeners = new Set<() => void>();

function set(next: Notices): void {
  notices = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => notices;

/** Follows the messages about the last action, which all pages of the desk share. */
export function useNotices(): Notices {
  return useSyncExternalStore(subscribe, current, current);
}

/** Says what a change did, in place of what was said before; null says nothing. */
export function showToast(toast: Toast | null): void {
  set({ toast, problem: null });
}

export const hideToast = () => set({ ...notices, toast: null });
export const hideProblem = () => set({ ...notices, problem: null });
export const showProblem = (problem: DeskProblem) => set({ ...notices, problem });

/** Says why an action failed, unless the session has ended: that has a page of its own. */
export function showFailure(error: unknown, problem: Partial<DeskProblem> = {}): void {
  if (error instanceof SignedOut) return;
  set({
    ...notices,
    problem: { ...problem, text: asProblem(error, problem.text ?? messages.unexpected).message },
  });
}

/** Takes the last change back. */
export async function undoLast(): Promise<void> {
  const { toast } = notices;
  if (toast?.undo === undefined) return;
  showToast(null);
  try {
    const done = await toast.undo();
    if (done === undefined) return;
    showToast(done);
    void reloadRecords();
  } catch (error) {
    const retry = () => {
      showToast(toast);
      void undoLast();
    };
    showFailure(error, { about: toast.text, ...(!isTooLate(error) && { retry }) });
  }
}

/**
 * Says what a call did once it is done, and loads again what it changed. An undo that is pressed before takes nothing else back.
 * Throws if the call failed.
 */
export async function announceCall(call: Promise<Toast>): Promise<void> {
  showToast(null);
  showToast(await call);
  void reloadRecords();
}

/** Returns the toast of a mail that can be taken back until it leaves: "Sending quote 1 in 10 s". */
export function mailToast(what: string, undoMs: number, takeBack: () => Promise<void>): Toast {
  const text = `Sending ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  if (undoMs <= 0) return { text };
  const undo = async () => {
    await takeBack();
    return { text: `Undone. ${what} was not sent` };
  };
  return { text, undo, undoEnd: performance.now() + undoMs };
}
