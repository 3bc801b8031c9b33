import { minuteMs } from "#domain/durations.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import type { SendingFailure } from "#domain/sending-failure.ts";

import { putEntry, removeEntry, removeExpired, type WaitingEntry, waitingEntries } from "./outbox.ts";
import { type Outcome, type Problem, submit } from "./submit.ts";

const lockName = "quadkea-outbox";
const firstRetryMs = 5000;
const longestRetryMs = 5 * minuteMs;
/** A response is on the screen a moment before the tab that got it has finished sending. */
const pressWaitMs = 1000;

let sendingKey: string | null = null;
let retryMs = firstRetryMs;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The key of the submission that this tab is sending. */
export function sendingNow(): string | null {
  return sendingKey;
}

/** Sends what waits: now, when the signal is back, when the page is seen again, and with growing delays. */
export function startSender(): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  addEventListener("online", sendAtOnce, { signal });
  addEventListener("pageshow", sendAtOnce, { signal });
  document.addEventListener("visibilitychange", sendIfSeen, { signal });
  sendAtOnce();
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}

function sendIfSeen(): void {
  if (document.visibilityState === "visible") sendAtOnce();
}

export type Unsent = Pick<WaitingEntry, "key" | "form" | "typed" | "payload">;
export type Loss = Pick<Problem, "failure" | "isUnsent">;

/** Keeps a submission that got no response, and sends it from now on. Returns false if it cannot be kept. */
export function saveUnsent(unsent: Unsent, { failure, isUnsent }: Loss): boolean {
  if (!isWithoutResponse(failure)) return false;
  const at = new Date().toISOString();
  const tried = { mayHaveArrived: mayHaveArrived(failure, isUnsent), lastTry: { at, failure } };
  if (!putEntry({ ...unsent, ...tried, state: "waiting", at })) return false;
  retryMs = firstRetryMs;
  retryLater();
  return true;
}

function sendAtOnce(): void {
  retryMs = firstRetryMs;
  void sendAll();
}

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  removeExpired();
  await alone(0, async () => {
    for (const entry of pending()) if (!(await send(entry))) return;
  });
  if (pending().length > 0) retryLater();
}

function retryLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendAll(), retryMs);
  retryMs = Math.min(2 * retryMs, longestRetryMs);
}

function pending(): readonly WaitingEntry[] {
  return waitingEntries().filter(({ problem }) => problem === undefined);
}

/** Sends one, even if the server has refused it before. Returns false if this or another tab is sending already. */
export async function sendOne(key: string): Promise<boolean> {
  const done = await alone(pressWaitMs, async () => {
    const entry = waitingEntries().find((one) => one.key === key);
    if (entry !== undefined) await send(entry);
    return true;
  });
  return done !== null;
}

/**
 * Takes a submission out of the outbox, after `keep` has put its text elsewhere. Returns null if it has just been sent
 * or is being sent.
 */
export function takeBack(key: string, keep: (entry: WaitingEntry) => void): Promise<WaitingEntry | null> {
  return alone(pressWaitMs, async () => {
    const entry = waitingEntries().find((one) => one.key === key);
    if (entry === undefined) return null;
    keep(entry);
    removeEntry(key);
    return entry;
  });
}

/**
 * Runs work unless this or another tab is sending, and still is after `waitMs`; then returns null. Over plain HTTP the
 * idempotency key alone prevents doubles.
 */
async function alone<Result>(waitMs: number, work: () => Promise<Result>): Promise<Result | null> {
  if (sendingKey !== null) return null;
  if (!("locks" in navigator)) return work();
  const options = waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) };
  try {
    return await navigator.locks.request(lockName, options, async (lock) => (lock === null ? null : work()));
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") return null;
    throw error;
  }
}

/** Returns whether a response came: without one, the others need not be tried. */
async function send(entry: WaitingEntry): Promise<boolean> {
  const submission = submissionBy("name", entry.form);
  if (submission === undefined) return true;
  const { key, payload } = entry;
  sendingKey = key;
  // Until the response: the page may be closed before it comes.
  putEntry({ ...entry, mayHaveArrived: true });
  const outcome = await submit(submission, payload, { key });
  sendingKey = null;
  note(entry, outcome, new Date().toISOString());
  return outcome.ok || !isWithoutResponse(outcome.problem.failure);
}

function note(entry: WaitingEntry, outcome: Outcome, at: string): void {
  const { key, form } = entry;
  if (outcome.ok) {
    const { reference, receivedAt } = outcome.sent;
    putEntry({ key, form, at, state: "sent", reference, receivedAt: receivedAt.toISOString() });
    return;
  }
  const { failure = "server", isUnsent, ...problem } = outcome.problem;
  const { problem: _, ...tried } = entry;
  putEntry({
    ...tried,
    mayHaveArrived: entry.mayHaveArrived || mayHaveArrived(failure, isUnsent),
    lastTry: { at, failure },
    ...(needsVisitor(failure) ? { problem: { ...problem, failure } } : {}),
  });
}

function isWithoutResponse(failure?: SendingFailure): failure is "offline" | "timeout" | "cut" {
  return failure === "offline" || failure === "timeout" || failure === "cut";
}

/** Of other failures the mail may be out: the store call failed after it, or its outcome is unknown. */
function mayHaveArrived(failure: SendingFailure, isUnsent = false): boolean {
  return !isUnsent && failure !== "offline" && failure !== "refused" && failure !== "limit";
}

/** As on the server, no mail whose outcome may be unknown is sent again unless a person wants it. */
function needsVisitor(failure: SendingFailure): boolean {
  return failure === "mail" || failure === "refused";
}
