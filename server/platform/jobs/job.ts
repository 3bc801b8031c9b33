import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";

import * as v from "valibot";

import { problemText } from "#server/platform/observability/problem-text.ts";

const reportSchema = v.union([v.object({ result: v.unknown() }), v.object({ problem: v.string() })]);
type Report = v.InferOutput<typeof reportSchema>;

/** A stopped job has this long to clean up; the server itself has ten seconds (design.md section 2). */
const cleanUpMs = 8000;
const killAfterMs = 8500;

/** A process, unlike a thread, has a priority and can be stopped within a statement. Rejects once it ended. */
export function runJob(file: URL, order: object, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted) return Promise.reject(new Error("the server is stopping"));
  const child = fork(file, { execArgv: [], serialization: "advanced" });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return new Promise((resolve, reject) => {
    let report: Report = { problem: "its process ended without a result" };
    const end = () => {
      signal.removeEventListener("abort", stop);
      if ("result" in report) resolve(report.result);
      else reject(new Error(report.problem));
    };
    const stop = () => stopJob(child, end);
    signal.addEventListener("abort", stop, { once: true });
    child.on("message", (message) => {
      if (v.is(reportSchema, message)) report = message;
    });
    child.on("error", (error) => {
      signal.removeEventListener("abort", stop);
      reject(error);
    });
    child.once("close", end);
    // A process that could not be started has no `send`; its "error" follows.
    if (child.pid !== undefined) child.send(order);
  });
}

/** Not by a signal: on Windows that would leave the job no time to clean up. */
function stopJob(child: ChildProcess, ended: () => void): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Node emits no "close" once this side has disconnected.
  child.once("exit", ended);
  if (child.connected) child.disconnect();
  setTimeout(() => child.kill("SIGKILL"), killAfterMs).unref();
}

type Work = (order: unknown, stopping: AbortSignal) => Promise<unknown>;

/** Does one order, reports, and ends. `stopping` aborts when the server goes: eight seconds to clean up. */
export function serveJob(work: Work): void {
  const stopping = new AbortController();
  let isWorking = false;
  const stop = () => {
    if (!isWorking) process.exit(1);
    stopping.abort();
    setTimeout(() => process.exit(1), cleanUpMs).unref();
  };
  process.once("disconnect", stop);
  process.once("SIGTERM", stop).once("SIGINT", stop);
  // The server may have gone while this process was starting.
  if (!process.connected) stop();
  process.once("message", (order) => {
    isWorking = true;
    void work(order, stopping.signal)
      .then((result): Report => ({ result }))
      .catch((error: unknown): Report => ({ problem: problemText(error) }))
      .then(send);
  });
}

function send(report: Report): void {
  if (!process.connected) process.exit(1);
  process.send?.(report, () => process.exit(0));
}

export class UnderWay {
  readonly #work = new Set<Promise<void>>();

  track(work: Promise<void>): Promise<void> {
    const end = work.finally(() => this.#work.delete(work));
    end.catch(() => undefined); // The caller handles a failure.
    this.#work.add(work);
    return work;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#work);
  }
}

export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Rejects as soon as the signal aborts, so that `finally` blocks can clean up. The work itself goes on. */
export async function untilStopped<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return work();
  if (signal.aborted) throw new Stopped("Stopped.");
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new Stopped("Stopped."));
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([stopped.promise, work()]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
