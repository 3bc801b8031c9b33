import { randomUUID } from "node:crypto";
import http, { type RequestListener, type Server } from "node:http";

import { type ConnectionLimits, Connections } from "./connections.ts";

/** Many times what the largest form needs (design.md section 7). */
export const bodyLimitBytes = 64 * 1024;

export const maxHeaderBytes = 16 * 1024;

export const keepAliveTimeoutMs = 5_000;

const limits = {
  headersTimeout: 8_000,
  requestTimeout: 15_000,
  keepAliveTimeout: keepAliveTimeoutMs,
  connectionsCheckingInterval: 1_000,
  // Most requests have no body: the stream of one takes 7 % of the time of serving a page (0 to 15 % in six comparisons).
  optimizeEmptyRequests: true,
  maxHeaderSize: maxHeaderBytes,
} as const;

const connectionLimits: ConnectionLimits = {
  max: 512,
  readTimeoutMs: 60_000,
  readMinBytes: 1024 * 1024,
  checkEveryMs: 5_000,
  idleGraceMs: 1_000,
  requestGraceMs: 5_000,
};

/** With time-outs, which Fastify switches off (design.md 8.19) and Node on closing: `stopping` ends those. */
export function createHttpServer(listener: RequestListener, stopping: AbortSignal): Server {
  const server = http.createServer(limits, (request, response) => {
    if (hasUnknownCoding(request.headers["transfer-encoding"])) {
      response.writeHead(400, { connection: "close", "content-length": "0" }).end();
      request.destroy();
      return;
    }
    connections.note(request, response);
    listener(request, response);
  });
  const connections = new Connections(server, connectionLimits);
  stopping.addEventListener("abort", () => connections.stop(), { once: true });
  return server;
}

/** Node ignores transfer codings it does not know, which would let a second request hide in a body. */
function hasUnknownCoding(transferEncoding: string | undefined): boolean {
  return transferEncoding !== undefined && transferEncoding !== "chunked";
}

/** Short enough to read out on the phone. The last 48 bits of a version 4 UUID are random (RFC 9562). */
export function newRequestId(): string {
  return randomUUID().slice(-12);
}
