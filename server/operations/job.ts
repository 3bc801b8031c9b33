import { fork } from "node:child_process";
import { constants, setPriority } from "node:os";

/** How a job's process answers. */
type Answer = { readonly result: unknown } | { readonly problem: string };

/**
 * Does heavy work in a process of its own, below the server's priority. `file` calls `serveJob`; `order`
 * and result are plain data. Aborting the signal ends it.
 */
export function runJob(file: URL, order: object, signal: AbortSignal): Promise<unknown> {
  const child = fork(file, { execArgv: [], serialization: "advanced", signal });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  child.send(order);
  return new Promise((resolve, reject) => {
    let answer: Answer = { problem: "its process ended without an answer" };
    child.on("message", (message) => {
      answer = message as Answer; // From serveJob, below.
    });
    child.once("error", reject);
    child.once("close", () => {
      if ("result" in answer) resolve(answer.result);
      else reject(new Error(answer.problem));
    });
  });
}

/** The other side: does the work of one order, answers, and ends. It also ends when the server does. */
export function serveJob(work: (order: unknown) => Promise<unknown>): void {
  const end = () => process.exit(1);
  process.once("disconnect", end).once("SIGTERM", end);
  // The server may have gone while this process was starting.
  if (!process.connected) end();
  process.once("message", (order) => {
    void work(order)
      .then((result): Answer => ({ result }))
      .catch((error: unknown): Answer => ({
        problem: error instanceof Error ? error.message : String(error),
      }))
      .then((answer) => process.send?.(answer, () => process.exit(0)));
  });
}
