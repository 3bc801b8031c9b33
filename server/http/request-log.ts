import type { FastifyInstance } from "fastify";

/** One line per request: method, path without its query, status and time. Nothing the visitor typed. */
export function logRequests(server: FastifyInstance): void {
  server.addHook("onResponse", async (request, reply) => {
    const path = request.url.split("?", 1)[0];
    const { statusCode } = reply;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method: request.method, path, status: statusCode, ms }, "request");
  });
}
