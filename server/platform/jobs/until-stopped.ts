/** The work was stopped before it was done. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/**
 * Resolves as `work` does, unless the signal aborts: then it rejects at once, so that `finally` blocks
 * around it give back what the work uses. The process is expected to end after that: the work itself
 * goes on until then.
 */
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
