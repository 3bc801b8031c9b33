/** Returns undefined if the browser forbids its storage, or what is there cannot be read. */
export function tryStorage<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
