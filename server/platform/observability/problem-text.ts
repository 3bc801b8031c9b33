/** Returns an error's message and its causes, for operators: only causes say why a database is out of reach. */
export function problemText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = error.cause === undefined ? "" : `: ${problemText(error.cause)}`;
  // Empty if several addresses were tried.
  const message =
    error.message || problemText(error instanceof AggregateError ? error.errors[0] : error.name);
  return message + causes;
}
