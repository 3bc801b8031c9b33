import type { ServerResponse } from "node:http";

import type { FastifyReply } from "fastify";

/** How long browsers wait before they connect again by themselves. */
const retryMs = 2000;
/** Who reads so slowly that this much waits for them begins again. */
const unreadAtMost = 256 * 1024;

/** Server-sent events to one browser. */
export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** An event without a name is a message; `id` is what the browser comes back with. */
  send(data: object, { name, id }: { readonly name?: string; readonly id?: number } = {}): void {
    const lines = [
      ...(id === undefined ? [] : [`id: ${id}`]),
      ...(name === undefined ? [] : [`event: ${name}`]),
      `data: ${JSON.stringify(data)}`,
    ];
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#response.writableLength > unreadAtMost) this.#response.destroy();
    else this.#response.write(`${lines.join("\n")}\n\n`);
  }

  end(): void {
    this.#response.end();
  }
}

/**
 * Takes the answer over from Fastify. Nothing on the way may hold events back: not a proxy's buffer, and
 * no compression. The connection is not used again, so that stopping does not wait for it.
 */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  reply.hijack();
  reply.raw.once("close", onClose);
  reply.raw.writeHead(200, {
    ...stringHeaders(reply),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    connection: "close",
  });
  reply.raw.write(`retry: ${retryMs}\n\n`);
  return new EventStream(reply.raw);
}

function stringHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
