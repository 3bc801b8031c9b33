import type { FastifyInstance, FastifyRequest } from "fastify";

/** One line per request: method, path without its query, status and time. Nothing the visitor typed. */
export function logRequests(server: FastifyInstance): void {
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

function whatOf({ method, url }: FastifyRequest) {
  return { method, path: url.split("?", 1)[0] };
}
