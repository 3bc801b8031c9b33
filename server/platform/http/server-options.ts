import { randomBytes } from "node:crypto";
import http, { type RequestListener, type Server } from "node:http";

import { type ConnectionLimits, Connections } from "./connections.ts";

/** Largest body a form can need, many times over (design.md section 7). */
export const bodyLimitBytes = 64 * 1024;

export const keepAliveTimeoutMs = 5_000;

const limits = {
  headersTimeout: 8_000,
  requestTimeout: 15_000,
  keepAliveTimeout: keepAliveTimeoutMs,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
} as const;

const connectionLimits: ConnectionLimits = {
  atMost: 512,
  patienceMs: 60_000,
  leastTakenBytes: 1024 * 1024,
  lookEveryMs: 5_000,
  silenceMs: 1_000,
  lastWordMs: 5_000,
};

/**
 * Node's server with its time-outs on; Fastify's own defaults would switch them off (design.md section 8.19).
 * A server that closes has none: `stopping` says when it begins to.
 */
export function createHttpServer(listener: RequestListener, stopping: AbortSignal): Server {
  const server = http.createServer(limits, (request, response) => {
    if (hasStrangeFraming(request.headers["transfer-encoding"])) {
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

/** Node parses past codings it does not know, which lets a second request hide in a body. */
function hasStrangeFraming(transferEncoding: string | undefined): boolean {
  return transferEncoding !== undefined && transferEncoding !== "chunked";
}

/** Short enough to read out on the phone. */
export function newRequestId(): string {
  return randomBytes(6).toString("hex");
}
