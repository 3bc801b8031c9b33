import type { IncomingMessage, ServerResponse } from "node:http";

import { keepAliveTimeoutMs } from "#server/platform/http/server-options.ts";

/**
 * A whole answer, status line to body, as one buffer. Node's own way, which checks and joins the
 * headers anew for every request and then hands the kernel two pieces, costs twice as much
 * (docs/decisions/015-pages-leave-in-one-piece.md).
 */
export class OnePiece {
  readonly #head: string;
  readonly #body: Buffer;
  #second = -1;
  #bytes = Buffer.alloc(0);

  /** `headers` holds names and values in turn. */
  constructor(headers: readonly string[], body: Buffer) {
    const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
    this.#head = `HTTP/1.1 200 OK\r\n${lines.join("")}connection: keep-alive\r\nkeep-alive: timeout=${keepAliveTimeoutMs / 1000}\r\n`;
    this.#body = body;
  }

  /** Joined again only when the clock has moved on to the next second, which the Date header shows. */
  bytes(): Buffer {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      const date = new Date(now).toUTCString();
      this.#bytes = Buffer.concat([Buffer.from(`${this.#head}date: ${date}\r\n\r\n`, "latin1"), this.#body]);
    }
    return this.#bytes;
  }
}

/**
 * Sends the answer past Node's response object, which hears that it has finished once all is sent; until
 * then the connection counts as busy. Answers false, and does nothing, where Node's own way is needed: a
 * connection that shall close, has something still to send, or brings a body.
 */
export function sendInOnePiece(
  request: IncomingMessage,
  response: ServerResponse,
  answer: OnePiece,
): boolean {
  const { socket } = response;
  const { headers } = request;
  const isPlain =
    request.httpVersion === "1.1" &&
    (headers.connection === undefined || headers.connection === "keep-alive") &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined;
  if (!isPlain || socket === null || socket.writableLength > 0) return false;
  socket.write(answer.bytes(), (error) => {
    if (!error) response.emit("finish");
  });
  return true;
}
