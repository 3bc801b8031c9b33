import { randomUUID } from "node:crypto";
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";

/** Many times what the largest form needs (design.md section 7). */
export const bodyLimitBytes = 64 * 1024;

export const maxHeaderBytes = 16 * 1024;

const limits = {
  headersTimeout: 8_000,
  requestTimeout: 0, // Node has one for all addresses: `endSlowBody` has two.
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  // Most requests have no body: the stream of one takes 7 % of the time of serving a page (0 to 15 % in six comparisons).
  optimizeEmptyRequests: true,
  maxHeaderSize: maxHeaderBytes,
} as const;

/** How long a body may take. */
const bodyMs = 15_000;
/** A photo of 4 MB takes eleven minutes at 50 kbit/s: it only has to keep coming, with at least 4 kbit/s. */
const photoPaths = /^\/(?:my\/[^/]+\/[^/]+\/photos|functions\/v1\/quote-photo)\b/;
const photoPace = { ms: 60_000, bytes: 30_000 } as const;

const mostConnections = 512;
/** A client that reads and sends nothing for so long is gone. Streams send something more often. */
const silenceMs = 60_000;
/** After a stop, idle connections and unfinished requests get this long. */
const graceMs = { idle: 1_000, requests: 5_000 };

/** With time-outs, which Fastify switches off (design.md 8.19) and Node on closing: `stopping` ends those. */
export function createHttpServer(listener: RequestListener, stopping: AbortSignal): Server {
  const server = http.createServer(limits, (request, response) => {
    if (hasUnknownCoding(request.headers["transfer-encoding"])) {
      response.writeHead(400, { connection: "close", "content-length": "0" }).end();
      request.destroy();
      return;
    }
    // The stream has ended already: a parser of that type would wait for ever.
    if (isWithoutBody(request)) delete request.headers["content-type"];
    else endSlowBody(server, request);
    listener(request, response);
  });
  server.setTimeout(silenceMs, (socket) => void socket.destroy());
  const responses = responsesByConnection(server);
  stopping.addEventListener("abort", () => {
    const endSilent = () => responses.forEach((response, socket) => isIdle(response) && socket.destroy());
    setTimeout(endSilent, graceMs.idle).unref();
    setTimeout(() => server.closeAllConnections(), graceMs.requests).unref();
  });
  return server;
}

/** RFC 9112 section 6.3. */
function isWithoutBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0";
}

/** Ends a request whose body does not come in time, as Node's own limit would. */
function endSlowBody(server: Server, request: IncomingMessage): void {
  const { socket, url = "" } = request;
  const isPhoto = photoPaths.test(url);
  let before = socket.bytesRead;
  const check = () => {
    const came = socket.bytesRead - before;
    before += came;
    if (request.complete || (isPhoto && came >= photoPace.bytes)) return;
    const slow = Object.assign(new Error("The body came too slowly"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.emit("clientError", slow, socket);
  };
  const timer = setInterval(check, isPhoto ? photoPace.ms : bodyMs).unref();
  request.once("close", () => clearInterval(timer));
}

type Latest = ServerResponse | null;

/**
 * Returns the open connections, oldest first, with the latest response of each. At the limit, the oldest one that is idle or
 * whose request is incomplete makes room for the next (decision 026).
 */
function responsesByConnection(server: Server): ReadonlyMap<Socket, Latest> {
  const open = new Map<Socket, Latest>();
  server.on("connection", (socket) => {
    if (open.size >= mostConnections) {
      const [oldest] = [...open].find(([, latest]) => isIdle(latest) || latest?.req.complete === false) ?? [
        socket,
      ];
      open.delete(oldest);
      oldest.destroy();
    }
    open.set(socket, null);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => open.set(socket, response));
  return open;
}

function isIdle(latest: Latest): boolean {
  return latest === null || latest.writableFinished;
}

/** Node ignores transfer codings it does not know, which would let a second request hide in a body. */
function hasUnknownCoding(transferEncoding: string | undefined): boolean {
  return transferEncoding !== undefined && transferEncoding !== "chunked";
}

/** Short enough to read out on the phone. The last 48 bits of a version 4 UUID are random (RFC 9562). */
export function newRequestId(): string {
  return randomUUID().slice(-12);
}
