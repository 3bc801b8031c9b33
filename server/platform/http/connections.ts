import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { clientAddress } from "./client-address.ts";

interface Connection {
  readonly address: string;
  request: IncomingMessage | null;
  response: ServerResponse | null;
  unread: { since: number; response: ServerResponse | null; bytesRead: number } | null;
}

export interface ConnectionLimits {
  readonly max: number;
  /** A client must read `readMinBytes` of a response, or all of it, within `readTimeoutMs`. */
  readonly readTimeoutMs: number;
  readonly readMinBytes: number;
  readonly checkEveryMs: number;
  readonly idleGraceMs: number; // For idle sockets and requests still arriving.
  readonly requestGraceMs: number;
}

/** The address with most connections loses its oldest without a complete request (decision 026). */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    // In a burst, connections are accepted before the ones that make room are closed.
    server.maxConnections = 2 * limits.max;
    server.on("connection", (socket) => this.#add(socket));
    const check = setInterval(() => this.#endSlowReaders(), limits.checkEveryMs).unref();
    server.once("close", () => clearInterval(check));
  }

  stop(): void {
    const { idleGraceMs, requestGraceMs } = this.#limits;
    const isSilent = (connection: Connection, { bytesRead }: Socket) =>
      bytesRead === 0 || (!isRequesting(connection) && isIdle(connection));
    setTimeout(() => this.#end(isSilent), idleGraceMs).unref();
    setTimeout(() => this.#end(isRequesting), requestGraceMs).unref();
  }

  note(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.response = response;
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#limits.max) this.#makeRoom();
    const address = clientAddress(socket.remoteAddress ?? "");
    this.#open.set(socket, { address, request: null, response: null, unread: null });
    socket.once("close", () => this.#open.delete(socket));
  }

  #makeRoom(): void {
    const largest = this.#ofTheLargestShare();
    const oldest = (isOne: (connection: Connection) => boolean) =>
      largest.find(([, connection]) => isOne(connection));
    const [leastNeeded] = oldest(isRequesting) ?? oldest(isIdle) ?? largest[0] ?? [];
    if (leastNeeded === undefined) return;
    this.#open.delete(leastNeeded);
    leastNeeded.destroy();
  }

  #ofTheLargestShare(): [Socket, Connection][] {
    const byAddress = Map.groupBy(this.#open, ([, { address }]) => address);
    const most = Math.max(...byAddress.values().map(({ length }) => length));
    return [...this.#open].filter(([, { address }]) => byAddress.get(address)?.length === most);
  }

  #end(isOne: (connection: Connection, socket: Socket) => boolean): void {
    for (const [socket, connection] of this.#open) if (isOne(connection, socket)) socket.destroy();
  }

  #endSlowReaders(): void {
    const now = Date.now();
    const { readTimeoutMs, readMinBytes } = this.#limits;
    for (const [socket, connection] of this.#open) {
      const { response, unread } = connection;
      const bytesRead = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0) connection.unread = null;
      else if (unread === null || unread.response !== response)
        connection.unread = { since: now, response, bytesRead };
      else if (now - unread.since < readTimeoutMs) continue;
      else if (bytesRead - unread.bytesRead < readMinBytes) socket.destroy();
      else connection.unread = { since: now, response, bytesRead };
    }
  }
}

function isRequesting({ request }: Connection): boolean {
  return request === null || !request.complete;
}

function isIdle({ response }: Connection): boolean {
  return (response?.socket ?? null) === null;
}
