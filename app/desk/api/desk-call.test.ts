import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test, vi } from "vitest";

import { call } from "#domain/call.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import { messages } from "#domain/messages.ts";

import { deskCall } from "./desk-call.ts";

/** Lets calls reach a server that responds to each of them in that way. */
async function serve(respond: (response: ServerResponse) => void): Promise<void> {
  const server = createServer((_request, response) => respond(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) =>
    path === "/config.json"
      ? Response.json({ anonKey: "key" })
      : fetch(`http://127.0.0.1:${port}${path}`, init),
  );
  vi.spyOn(console, "error").mockReturnValue();
}

const example = call<object, { count: number }>("GET", "/functions/v1/example");
const send = (fallback?: string) => deskCall(example, {}, fallback === undefined ? {} : { fallback });

test("a response that breaks off means that the server could not be reached", async () => {
  await serve((response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write('{"count":', () => response.destroy());
  });
  await expect(send()).rejects.toMatchObject({ message: deskMessages.unreachable, status: null });
  expect(console.error).toHaveBeenCalledWith("/functions/v1/example could not be reached", expect.anything());
});

test("a whole response that is no JSON is an unexpected error", async () => {
  await serve((response) => response.end("<html>"));
  await expect(send()).rejects.toMatchObject({ message: messages.unexpected });
  expect(console.error).toHaveBeenCalledWith("/functions/v1/example returned no JSON", expect.anything());
});

test.for(['{"code":"XX000","message":""}', '{"success":false,"error":" "}'])(
  "an error that says nothing, %s, shows the wording of the specification",
  async (body) => {
    await serve((response) => response.writeHead(500).end(body));
    await expect(send(messages.loadFailed)).rejects.toMatchObject({
      message: "Failed to load data",
      status: null,
    });
  },
);
