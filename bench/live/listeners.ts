import { randomUUID } from "node:crypto";
import { get } from "node:http";

import { deskEndpoints } from "#domain/desk-wire.ts";

import { KeepAliveClient } from "../measuring/keep-alive-client.ts";

/** Desks without a screen: each listens to the stream and loads the list after an event, as a page does. */
export function openListeners(origin: string, sessions: readonly string[]): { close(): void } {
  const closers = sessions.map((access) => openListener(origin, access));
  return { close: () => closers.forEach((close) => close()) };
}

const list = "/rest/v1/quote_requests?select=*&order=created_at.desc%2Cid.desc&limit=50";

function openListener(origin: string, access: string): () => void {
  const headers = { cookie: `__Host-quadkea_session=${access}` };
  const client = new KeepAliveClient(Number(new URL(origin).port));
  let loading = Promise.resolve();
  const load = async () => void (await client.get(list, { ...headers, prefer: "count=exact" }));
  const url = `${origin}${deskEndpoints.liveStream}?tab=${randomUUID()}`;
  const stream = get(url, { headers, agent: false }, (answer) => {
    answer.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes('"created"')) loading = loading.then(load);
    });
  });
  stream.on("error", () => {}); // Closed at the end.
  return () => {
    stream.destroy();
    client.close();
  };
}
