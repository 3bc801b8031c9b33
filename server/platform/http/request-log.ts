import type { FastifyInstance, FastifyRequest } from "fastify";

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
