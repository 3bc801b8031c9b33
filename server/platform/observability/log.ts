import type { FastifyInstance, FastifyRequest } from "fastify";
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

declare module "fastify" {
  interface FastifyRequest {
    /** The id of the user who sent it, once that is known. */
    userId: string | null;
  }
}

/**
 * One line per request: method, path without its query, status and time, and of staff the user's id. Nothing
 * the visitor typed.
 */
export function logRequests(server: FastifyInstance): void {
  server.decorateRequest("userId", null);
  server.addHook("onResponse", async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ ...whatOf(request), status: reply.statusCode, ms }, "request");
  });
  server.addHook("onRequest", async (request, { raw: response }) => {
    let isAnswered = false;
    response.once("finish", () => (isAnswered = true));
    response.once("close", () => {
      if (!isAnswered) request.log.info(whatOf(request), "request not answered to the end");
    });
  });
}

function whatOf({ method, url, userId }: FastifyRequest) {
  return { method, path: url.split("?", 1)[0], ...(userId === null ? {} : { user: userId }) };
}
