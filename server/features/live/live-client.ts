import type { ServerResponse } from "node:http";

import type { FastifyReply } from "fastify";

import type { LiveUpdate, LivePresence } from "#domain/live.ts";

export interface Tab {
  readonly userId: string;
  readonly id: string;
}

export function keyOf({ userId, id }: Tab): string {
  return `${userId} ${id}`;
}

export function isSameTab(one: Tab, other: Tab): boolean {
  return keyOf(one) === keyOf(other);
}

/** How long browsers wait before they reconnect by themselves. */
const retryMs = 2000;
/** A client that reads so slowly that this many bytes wait for it has to reconnect. */
const unreadAtMost = 256 * 1024;

/** An open desk that receives server-sent events. */
export class LiveClient {
  readonly tab: Tab;
  readonly sessionId: string;
  /** The last event that it has; null if it has none. */
  lastEvent: number | null;
  readonly #response: ServerResponse;
  #isWelcome = false;
  /** The JSON that was last sent. */
  #presence = "null";

  constructor(tab: Tab, sessionId: string, lastEvent: number | null, response: ServerResponse) {
    this.tab = tab;
    this.sessionId = sessionId;
    this.lastEvent = lastEvent;
    this.#response = response;
  }

  /** The first one says where events continue, even if there are none yet. */
  sendUpdate(update: LiveUpdate): void {
    this.lastEvent = update.last_event;
    if (this.#isWelcome && update.events.length === 0 && !update.is_gap) return;
    this.#isWelcome = true;
    this.#send(update, { id: update.last_event });
  }

  /** Takes null while no record is open. */
  sendPresence(presence: LivePresence | null): void {
    const text = JSON.stringify(presence);
    if (text === this.#presence) return;
    this.#presence = text;
    if (presence !== null) this.#send(presence, { name: "presence" });
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
