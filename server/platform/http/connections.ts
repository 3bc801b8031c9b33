import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { clientAddress } from "./client-address.ts";

interface Connection {
  /** The network that it comes from; a proxy's, if there is one. */
  readonly address: string;
  /** The last exchange on it. */
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** Since when, and of which answer, a part waits to be taken, and how much had been taken by then. */
  untaken: { since: number; response: ServerResponse | null; taken: number } | null;
}

export interface ConnectionLimits {
  readonly atMost: number;
  /** How long one answer may take to be read, or this much of it. */
  readonly patienceMs: number;
  readonly leastTakenBytes: number;
  readonly lookEveryMs: number;
  /** How long a server that stops waits for who says nothing, and for questions that are on their way. */
  readonly silenceMs: number;
  readonly lastWordMs: number;
}

/**
 * Keeps room for visitors who ask. When there are too many connections, the address that holds the most
 * makes room: its connection that has waited longest without asking anything goes, not the one that comes.
 * So 600 that say nothing keep nobody out, and one address cannot push out another. Node ends slow requests
 * by itself, but would wait for ever while somebody takes a response a byte at a time.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Oldest first. */
  readonly #open = new Map<Socket, Connection>();

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    // A burst is accepted before those that have to go are gone.
    server.maxConnections = 2 * limits.atMost;
    server.on("connection", (socket) => this.#add(socket));
    const look = setInterval(() => this.#endSlowReaders(), limits.lookEveryMs).unref();
    server.once("close", () => clearInterval(look));
  }

  /** The server stops: who says nothing goes soon; what a visitor sends over a weak link may still come. */
  stop(): void {
    const { silenceMs, lastWordMs } = this.#limits;
    const isSilent = (connection: Connection, { bytesRead }: Socket) =>
      bytesRead === 0 || (!isAsking(connection) && isResting(connection));
    setTimeout(() => this.#end(isSilent), silenceMs).unref();
    setTimeout(() => this.#end(isAsking), lastWordMs).unref();
  }

  /** To be told of every request. */
  note(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.response = response;
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#limits.atMost) this.#makeRoom();
    const address = clientAddress(socket.remoteAddress ?? "");
    this.#open.set(socket, { address, request: null, response: null, untaken: null });
    socket.once("close", () => this.#open.delete(socket));
  }

  #makeRoom(): void {
    const largest = this.#ofTheLargestShare();
    const oldest = (isOne: (connection: Connection) => boolean) =>
      largest.find(([, connection]) => isOne(connection));
    const [leastNeeded] = oldest(isAsking) ?? oldest(isResting) ?? largest[0] ?? [];
    if (leastNeeded === undefined) return;
    this.#open.delete(leastNeeded);
    leastNeeded.destroy();
  }

  /** The connections of the address with the most of them, or of all such addresses; oldest first. */
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
    const { patienceMs, leastTakenBytes } = this.#limits;
    for (const [socket, connection] of this.#open) {
      const { response, untaken } = connection;
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0) connection.untaken = null;
      else if (untaken === null || untaken.response !== response)
        connection.untaken = { since: now, response, taken };
      else if (now - untaken.since < patienceMs) continue;
      else if (taken - untaken.taken < leastTakenBytes) socket.destroy();
      else connection.untaken = { since: now, response, taken };
    }
  }
}

/** Has said nothing yet, or not all. */
function isAsking({ request }: Connection): boolean {
  return request === null || !request.complete;
}

/** Has its answer, and may ask again. */
function isResting({ response }: Connection): boolean {
  return (response?.socket ?? null) === null;
}
