import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, getPriority, setPriority } from "node:os";

import * as v from "valibot";

import { problemText } from "#server/platform/observability/problem-text.ts";

const reportSchema = v.union([v.object({ result: v.unknown() }), v.object({ problem: v.string() })]);
type Report = v.InferOutput<typeof reportSchema>;

/** A stopped job has this long to clean up; the server itself has ten seconds (design.md section 2). */
const cleanUpMs = 8000;
const killAfterMs = 8500;

/** The process was killed: by the system, because memory is short, or by itself. */
export class JobKilled extends Error {
  override readonly message = "its process was killed";
}

interface JobOptions {
  /** How long a stopped process may go on. */
  readonly killAfterMs?: number;
  readonly flags?: readonly string[]; // Flags of Node.
  readonly priority?: number;
}

/** A process, unlike a thread, has a priority and can be stopped within a statement. */
class JobProcess {
  readonly #child: ChildProcess;
  /** Rejects once the process has ended, or if it could not be started. */
  readonly #ended: Promise<never>;
  readonly #killAfterMs: number;

  constructor(file: URL, options: JobOptions) {
    const { killAfterMs: patienceMs = killAfterMs, flags = [] } = options;
    const { priority = constants.priority.PRIORITY_BELOW_NORMAL } = options;
    this.#killAfterMs = patienceMs;
    this.#child = fork(file, { execArgv: [...flags], serialization: "advanced" });
    // Never a higher one than our own: only root may give that.
    if (this.#child.pid !== undefined && getPriority() < priority) setPriority(this.#child.pid, priority);
    const ended = Promise.withResolvers<never>();
    this.#child.on("error", ended.reject);
    // Node emits no "close" once this side has disconnected.
    this.#child.once("exit", (_, signal) =>
      ended.reject(signal === "SIGKILL" ? new JobKilled() : new Error("its process ended without a result")),
    );
    ended.promise.catch(() => undefined);
    this.#ended = ended.promise;
  }

  get isConnected(): boolean {
    return this.#child.connected;
  }

  /** Resolves with the job's result. If `signal` aborts, rejects once the process has ended. */
  async run(order: object, signal: AbortSignal): Promise<unknown> {
    const stop = () => void this.end();
    signal.addEventListener("abort", stop, { once: true });
    const reported = once(this.#child, "message");
    reported.catch(() => undefined); // `ended` says it as well.
    try {
      // A process that could not be started has no `send`; its "error" follows.
      if (this.isConnected) this.#child.send(order);
      const [message] = (await Promise.race([reported, this.#ended])) as unknown[];
      const report = v.parse(reportSchema, message);
      if ("result" in report) return report.result;
      throw new Error(report.problem);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Disconnects instead of sending a signal, which on Windows leaves the job no time to clean up. */
  end(): Promise<void> {
    if (this.isConnected) this.#child.disconnect();
    const killing = setTimeout(() => this.#child.kill("SIGKILL"), this.#killAfterMs).unref();
    return this.#ended.catch(() => clearTimeout(killing));
  }

  /** Sets whether the server waits for this process when it ends. */
  hold(isHeld: boolean): void {
    const change = isHeld ? "ref" : "unref";
    this.#child[change]();
    this.#child.channel?.[change]();
  }
}

/** Does one order in a process of low priority, unless given. Settles once that has ended. */
export async function runJob(
  file: URL,
  order: object,
  signal: AbortSignal,
  options: JobOptions = {},
): Promise<unknown> {
  if (signal.aborted) throw new Error("the server is stopping");
  const job = new JobProcess(file, options);
  try {
    return await job.run(order, signal);
  } finally {
    await job.end();
  }
}

export type RunJob = (order: object, signal: AbortSignal) => Promise<unknown>;

/**
 * For orders that come in bursts, one at a time: the process waits `waitMs` for the next one. Starting a process
 * stops the server for 10 to 25 ms, because its memory is copied page by page.
 */
export function keepJob(file: URL, waitMs: number, options: JobOptions = {}): RunJob {
  let job: JobProcess | null = null;
  let waiting: NodeJS.Timeout | undefined;
  return async (order, signal) => {
    if (signal.aborted) throw new Error("the server is stopping");
    clearTimeout(waiting);
    const current = job?.isConnected === true ? job : new JobProcess(file, options);
    job = current;
    current.hold(true);
    try {
      return await current.run(order, signal);
    } finally {
      current.hold(false);
      waiting = setTimeout(() => void current.end(), waitMs).unref();
    }
  };
}

type JobHandler = (order: unknown, stopping: AbortSignal) => Promise<unknown>;

/** Does one order after another until the server goes. `stopping` then aborts: eight seconds to clean up. */
export function serveJob(work: JobHandler): void {
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
  process.on("message", (order) => {
    isWorking = true;
    void work(order, stopping.signal)
      .then((result): Report => ({ result }))
      .catch((error: unknown): Report => ({ problem: problemText(error) }))
      .then((report) => {
        isWorking = false;
        send(report);
      });
  });
}

function send(report: Report): void {
  if (!process.connected) process.exit(1);
  process.send?.(report);
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
