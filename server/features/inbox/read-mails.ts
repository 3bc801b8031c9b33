import { constants } from "node:os";

import { keepJob, type RunJob, runJob } from "#server/platform/jobs/job.ts";
import type { MessageSource } from "#server/services/inbox/mailbox.ts";

import { type ReadMail, sourceKeyOf, unreadMail } from "./read-mail.ts";

export interface MailOrder {
  readonly sources: readonly MessageSource[];
  readonly isHeadOnly: boolean;
}

const file = new URL("./mail-job.ts", import.meta.url);
const waitMs = 10_000;
/** On a busy machine. The process itself ends after ten seconds of work. */
const deadlineMs = 60_000;
/** The job needs no clean-up, and hears nothing while it parses. Small heaps, because its memory is limited. */
const options = {
  killAfterMs: 0,
  flags: ["--max-semi-space-size=4", "--heap-growing-percent=20"],
};
const runKept = keepJob(file, waitMs, { ...options, priority: constants.priority.PRIORITY_NORMAL });
/** For a large mail: pages come first, and a process that has read it gives little of its memory back. */
const runOnce: RunJob = (order, signal) => runJob(file, order, signal, options);

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads mails in a process of its own, one set at a time: anybody may send one that takes minutes, or gigabytes. What is not read
 * in time stays for a person. Rejects if the server stops or cannot start processes.
 */
export function readMails(stopping: AbortSignal, sources: readonly MessageSource[]): Promise<ReadMail[]> {
  const turn = last.then(() => readSet(stopping, sources));
  last = turn.catch(() => undefined);
  return turn;
}

/** Reads each mail alone if the set fails: an unreadable mail must not cost the others their text. */
async function readSet(stopping: AbortSignal, sources: readonly MessageSource[]): Promise<ReadMail[]> {
  const mails = await inTime(stopping, { sources, isHeadOnly: false });
  if (mails !== null) return mails;
  if (sources.length > 1) {
    const each: ReadMail[] = [];
    for (const source of sources) each.push(...(await readSet(stopping, [source])));
    return each;
  }
  const heads = await inTime(stopping, { sources, isHeadOnly: true });
  return heads ?? Promise.all(sources.map(async (source) => unreadMail(await sourceKeyOf(source))));
}

/** Returns null if reading took too long or too much memory. */
async function inTime(stopping: AbortSignal, order: MailOrder): Promise<ReadMail[] | null> {
  const isSmall = order.isHeadOnly || order.sources.every((source) => source instanceof Uint8Array);
  const run = isSmall ? runKept : runOnce;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(deadlineMs)]);
  try {
    return (await run(order, signal)) as ReadMail[];
  } catch (error) {
    stopping.throwIfAborted();
    // The process could not be started, which is not the mail's fault.
    if (error instanceof Error && "syscall" in error) throw error;
    return null;
  }
}
