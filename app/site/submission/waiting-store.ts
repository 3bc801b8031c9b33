import { tryStorage } from "#app/shared/forms/draft.ts";
import type { Problem } from "#domain/sending-failure.ts";

import type { TypedValues } from "./form-values.ts";

/** The submission of a form that waits on this device until it has been sent: one a form. */
export interface WaitingSubmission {
  readonly state: "waiting";
  /** The idempotency key: sent any number of times, it counts once. */
  readonly key: string;
  readonly typed: TypedValues;
  /** ISO 8601. */
  readonly savedAt: string;
  /** The server has refused it: it goes back into the form. */
  readonly problem?: Problem;
}

/** Personal data has left: this only tells the visitor that it has been sent. */
export interface WaitingSent {
  readonly state: "sent";
  readonly reference: string;
  readonly receivedAt: string;
}

export const waitingNameOf = (form: string) => `quadkea-waiting-${form}`;
const listeners = new Set<() => void>();

export function waitingTextOf(form: string): string | null {
  return tryStorage(() => localStorage.getItem(waitingNameOf(form))) ?? null;
}

export function readWaiting(form: string): WaitingSubmission | WaitingSent | null {
  return (
    tryStorage(() => JSON.parse(waitingTextOf(form) ?? "null") as WaitingSubmission | WaitingSent | null) ??
    null
  );
}

/** Returns false if the browser cannot store it. */
export function storeWaiting(form: string, entry: WaitingSubmission | WaitingSent): boolean {
  tryStorage(() => localStorage.setItem(waitingNameOf(form), JSON.stringify(entry)));
  notify();
  return waitingTextOf(form) === JSON.stringify(entry);
}

export function forgetWaiting(form: string): void {
  tryStorage(() => localStorage.removeItem(waitingNameOf(form)));
  notify();
}

/** Calls back when this or another tab changes what waits, or may have while the page was away. */
export function followWaiting(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
    removeEventListener("pageshow", listener);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Keeps a submission from before its first call on: the page may be closed before the response. Returns false if the
 * browser cannot store it, or if another one waits: it must not be lost either.
 */
export function keepWaiting(form: string, key: string, typed: TypedValues): boolean {
  const before = readWaiting(form);
  if (before?.state !== "waiting") {
    return storeWaiting(form, { state: "waiting", key, typed, savedAt: new Date().toISOString() });
  }
  return before.key === key && storeWaiting(form, { ...before, typed });
}
