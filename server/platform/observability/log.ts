import type { FastifyInstance, FastifyRequest } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import * as v from "valibot";

export type Log = Logger;

/** Logs no values that databases and mail servers attach to errors, as they may be personal data. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function err(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: err(error.cause) };
  const message = messageOf(error);
  const stack = error.stack?.replace(error.message, () => message);
  return { type: error.name, message, ...code, stack, ...cause };
}

/** Valibot quotes the value that it refuses. */
function messageOf(error: Error): string {
  return v.isValiError(error)
    ? `A value is refused: ${v.getDotPath(error.issues[0]) ?? "all of it"}`
    : error.message;
}

declare module "fastify" {
  interface FastifyRequest {
    userId: string | null;
  }
}

/** Logs nothing that a visitor typed. */
export function logRequests(server: FastifyInstance): void {
  server.decorateRequest("userId", null);
  server.addHook("onRequest", (request, reply, done) => {
    const { raw: response } = reply;
    response.once("close", () => {
      if (!response.writableFinished) {
        return request.log.info(factsOf(request), "request not answered to the end");
      }
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      return request.log.info({ ...factsOf(request), status: reply.statusCode, ms }, "request");
    });
    done();
  });
}

function factsOf({ method, url, userId, routeOptions }: FastifyRequest) {
  const path = url.split("?", 1)[0] ?? "";
  const shown = holdsKey(path) ? (routeOptions.url ?? "/my/*") : path;
  return { method, path: shown, ...(userId === null ? {} : { user: userId }) };
}

/** The path below `/my/` is the key of a deal (deals.md 1.7), in mangled links too. */
const dealPaths = /(?:\/|%2f)my(?:\/|%2f)/i;

function holdsKey(path: string): boolean {
  try {
    return dealPaths.test(decodeURIComponent(path));
  } catch {
    return dealPaths.test(path);
  }
}
