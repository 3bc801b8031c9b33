import { dayMs, minuteMs } from "#domain/durations.ts";
import { outboxDaysMax } from "#domain/retention.ts";
import { type SendingFailure, waitingText } from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";

import { payloadOf } from "./form-values.ts";
import { submit } from "./submit.ts";
import { readWaiting, storeWaiting, type Waiting, waitingNameOf } from "./waiting-store.ts";

/** Sends for a form alone of all tabs; `otherwise` if another one does. Over plain HTTP the key alone prevents doubles. */
export async function whileSending<Result>(
  form: string,
  work: () => Promise<Result>,
  otherwise = work,
): Promise<Result> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(waitingNameOf(form), { ifAvailable: true }, (lock) =>
    lock === null ? otherwise() : work(),
  );
}

/** Sends what waits of these forms: now, when the signal is back, when the page is seen again and every minute. */
export function startSender(forms: readonly Submission[]): () => void {
  const stopped = new AbortController();
  const send = () => void sendWaiting(forms);
  addEventListener("online", send, { signal: stopped.signal });
  addEventListener("pageshow", send, { signal: stopped.signal });
  const timer = setInterval(send, minuteMs);
  send();
  return () => {
    stopped.abort();
    clearInterval(timer);
  };
}

export async function sendWaiting(forms: readonly Submission[]): Promise<void> {
  for (const submission of forms) {
    await whileSending(
      submission.name,
      () => sendOne(submission),
      async () => {},
    );
  }
}

async function sendOne(submission: Submission): Promise<void> {
  const { name } = submission;
  const entry = readWaiting(name);
  if (entry?.state !== "waiting" || entry.problem !== undefined) return;
  // After that, the server no longer knows its key and would count it again.
  if (Date.now() - Date.parse(entry.savedAt) > outboxDaysMax * dayMs) {
    storeWaiting(name, { ...entry, problem: { message: waitingText.tooOld, failure: "refused" } });
    return;
  }
  const outcome = await submit(submission, payloadOf(submission, entry.typed), { key: entry.key });
  if (outcome.ok) {
    const { reference, receivedAt } = outcome.sent;
    storeWaiting(name, { state: "sent", reference, receivedAt: receivedAt.toISOString() });
  } else if (needsVisitor(outcome.problem.failure) && isStillThere(name, entry)) {
    storeWaiting(name, { ...entry, problem: outcome.problem });
  }
}

/** The visitor may have thrown it away during the call. */
function isStillThere(form: string, { key }: Waiting): boolean {
  const now = readWaiting(form);
  return now?.state === "waiting" && now.key === key;
}

/** As on the server, no mail whose outcome may be unknown is sent again unless a person wants it. */
function needsVisitor(failure: SendingFailure | undefined): boolean {
  return failure === "mail" || failure === "refused";
}
