import { CallProblem } from "#app/desk/api/panel-call.ts";

/** Somebody else had changed the record before: trying again would be of no use. */
export function isStale(error: unknown): boolean {
  return error instanceof CallProblem && error.isStale;
}

/** There is no such record, or no longer. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallProblem && error.isMissing;
}

/** What staff read of a failure: the server's words, or ours where nobody foresaw it. */
export function failureWords(error: unknown, fallback: string): string {
  if (error instanceof CallProblem) return error.message;
  console.error(error);
  return fallback;
}
