import type { FastifyInstance, FastifyRequest } from "fastify";

/** One line per request: method, path without its query, status and time. Nothing the visitor typed. */
export function logRequests(server: FastifyInstance): void {
  server.addHook("onResponse", async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ ...whatOf(request), status: reply.statusCode, ms }, "request");
  });
  server.addHook("onRequestAbort", async (request) => {
    request.log.info(whatOf(request), "request given up by the client");
  });
}

function whatOf({ method, url }: FastifyRequest) {
  return { method, path: url.split("?", 1)[0] };
}
