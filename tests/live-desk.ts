import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";

import { expect, onTestFinished } from "vitest";

import type { LiveUpdate, LivePresence } from "#domain/live.ts";

import type { TestApp } from "./build-test-app.ts";

/** A desk that listens to the stream as a browser does. */
export interface LiveDesk {
  readonly tab: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All that came, in order: updates, who is there, and heartbeats. */
  readonly heard: readonly Heard[];
  /** The types of all events in the updates. */
  types(): string[];
  people(): readonly string[] | undefined;
  /** The stream has ended, from whichever side. */
  readonly ended: Promise<void>;
  leave(): void;
}

export interface Heard {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: unknown;
}

interface DeskOptions {
  readonly cookie: string;
  readonly tab?: string;
  readonly record?: string;
  readonly after?: number;
  readonly lastEventId?: number;
}

export async function openLiveDesk(app: TestApp, options: DeskOptions): Promise<LiveDesk> {
  const { cookie, tab = randomUUID(), record, after, lastEventId } = options;
  const query = new URLSearchParams({
    tab,
    ...(record === undefined ? {} : { record }),
    ...(after === undefined ? {} : { after: String(after) }),
  });
  const request = get(`${app.origin}/functions/v1/live-stream?${query}`, {
    agent: false,
    headers: { cookie, ...(lastEventId === undefined ? {} : { "last-event-id": String(lastEventId) }) },
  });
  onTestFinished(() => void request.destroy());
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const heard: Heard[] = [];
  const ended = listen(answer, (one) => heard.push(one)).catch(() => undefined);
  const update = () => heard.filter(({ name }) => name === "message").map(({ data }) => data as LiveUpdate);
  const desk: LiveDesk = {
    tab,
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    heard,
    types: () => update().flatMap(({ events }) => events.map(({ type }) => type)),
    people: () =>
      heard.flatMap(({ name, data }) => (name === "presence" ? [(data as LivePresence).people] : [])).at(-1),
    ended,
    leave: () => void request.destroy(),
  };
  if (answer.statusCode === 200) await expect.poll(() => update().length).toBeGreaterThan(0);
  return desk;
}

async function listen(answer: IncomingMessage, hear: (one: Heard) => void): Promise<void> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) {
    const blocks = (text + String(chunk)).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const data = field("data");
      if (data !== undefined)
        hear({ id: field("id"), name: field("event") ?? "message", data: JSON.parse(data) });
    }
  }
}
