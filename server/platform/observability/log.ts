import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * JSON lines without personal data: requests are logged by method and path only, and of an error its
 * kind, words and stack, not the values that databases and mail servers attach to theirs.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function err(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: err(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}
