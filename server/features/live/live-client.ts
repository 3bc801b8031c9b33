import type { ServerResponse } from "node:http";

import type { FastifyReply } from "fastify";

import type { LiveUpdate, LivePresence } from "#domain/live.ts";

import type { Tab } from "./presence.ts";

/** How long browsers wait before they reconnect by themselves. */
const retryMs = 2000;
/** A client that reads so slowly that this many bytes wait for it has to reconnect. */
const unreadAtMost = 256 * 1024;

/** An open desk that receives server-sent events. */
export class LiveClient {
  readonly tab: Tab;
  readonly sessionId: string;
  readonly #response: ServerResponse;
  /** The last event sent; null before the first batch. */
  #lastEvent: number | null = null;

  constructor(tab: Tab, sessionId: string, response: ServerResponse) {
    this.tab = tab;
    this.sessionId = sessionId;
    this.#response = response;
  }

  welcome(update: LiveUpdate): void {
    this.#lastEvent = update.last_event;
    this.#send(update, { id: update.last_event });
  }

  /** Sends a batch that is the same for everyone, without what this client has received already. */
  sendUpdate(update: LiveUpdate): void {
    const last = this.#lastEvent;
    if (last === null) return;
    const events = update.events.filter(({ id }) => id > last);
    if (events.length > 0 || update.is_gap) this.welcome({ ...update, events });
  }

  sendPresence(presence: LivePresence): void {
    this.#send(presence, { name: "presence" });
  }

  beat(): void {
    this.#send({}, { name: "beat" });
  }

  disconnect(): void {
    this.#response.end();
  }

  /** An event without a name is a message. A browser that reconnects sends the last `id`. */
  #send(data: object, { name, id }: { readonly name?: string; readonly id?: number }): void {
    const lines = [
      ...(id === undefined ? [] : [`id: ${id}`]),
      ...(name === undefined ? [] : [`event: ${name}`]),
      `data: ${JSON.stringify(data)}`,
    ];
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#response.writableLength > unreadAtMost) this.#response.destroy();
    else this.#response.write(`${lines.join("\n")}\n\n`);
  }
}

/** No proxy buffer or compression may delay events. The connection closes, so that stopping need not wait for it. */
export function openEventStream(reply: FastifyReply, onClose: () => void): ServerResponse {
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
  return reply.raw;
}

function stringHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
