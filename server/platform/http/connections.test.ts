import { once } from "node:events";
import { createServer, get, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";

import { expect, onTestFinished, test } from "vitest";

import { Connections } from "./connections.ts";

/** A server with room for four connections and short time-outs. */
async function startServer(listener: RequestListener, readTimeoutMs = 400): Promise<number> {
  const { port } = await startStoppable(listener, readTimeoutMs);
  return port;
}

async function startStoppable(listener: RequestListener, readTimeoutMs = 400) {
  const server = createServer((request, response) => {
    connections.note(request, response);
    listener(request, response);
  });
  const connections = new Connections(server, {
    max: 4,
    readTimeoutMs,
    readMinBytes: 1_000_000,
    checkEveryMs: 50,
    idleGraceMs: 50,
    requestGraceMs: 1000,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, stop: () => connections.stop() };
}

async function open(port: number, bytes = "", localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.resume().write(bytes);
  return socket;
}

async function statusOf(port: number): Promise<number | undefined> {
  const [{ statusCode }] = await once(get({ port, host: "127.0.0.1", agent: false }), "response");
  return statusCode;
}

const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n";

test("at the limit, the oldest idle connection is closed, and one that awaits its response stays", async () => {
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>();
  const port = await startServer((request, response) => {
    void (request.url === "/slow" ? finish : Promise.resolve()).then(() => response.end("done"));
  });
  const answered = await open(port, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  const resting = await open(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(resting, "data");
  const halfAsked = await open(port, `${head}12345`);
  const silent = await open(port);
  expect(await statusOf(port)).toBe(200);
  const gone = () => [answered, resting, halfAsked, silent].map((socket) => socket.closed);
  await expect.poll(gone).toEqual([false, false, true, false]);
  expect(await statusOf(port)).toBe(200);
  await expect.poll(gone).toEqual([false, false, true, false]);
  for (const _ of [1, 2]) await open(port);
  await expect.poll(gone).toEqual([false, false, true, true]);
  letFinish();
  expect(String(await once(answered, "data"))).toContain("200 OK");
});

test("at the limit, the address with the most connections loses one, whatever the others do", async () => {
  const port = await startServer((request, response) => {
    request.resume().once("end", () => response.end("done"));
  });
  const visitor = await open(port, `${head}12345`, "127.0.0.2");
  const greedy: Socket[] = [];
  for (const _ of [1, 2, 3]) {
    const socket = await open(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    greedy.push(socket);
  }
  for (const _ of [1, 2]) greedy.push(await open(port));
  await expect.poll(() => greedy.map((socket) => socket.closed)).toEqual([true, false, false, true, false]);
  visitor.write("67890");
  expect(String(await once(visitor, "data"))).toContain("200 OK");
});

test("on shutdown, arriving requests get a while to finish, and idle connections end", async () => {
  const { port, stop } = await startStoppable((request, response) => {
    request.resume().once("end", () => response.end("done"));
  });
  const silent = await open(port);
  const halfHead = await open(port, "POST / HTTP/1.1\r\n");
  const halfAsked = await open(port, `${head}12345`);
  const goesOn = await open(port, `${head}12345`);
  stop();
  const gone = () => [silent, halfHead, halfAsked, goesOn].map((socket) => socket.closed);
  await expect.poll(gone).toEqual([true, false, false, false]);
  goesOn.write("67890");
  expect(String(await once(goesOn, "data"))).toContain("200 OK");
  await expect.poll(gone).toEqual([true, true, true, false]);
});

test("a response that is read too slowly is cut off; one that takes long to start is not", async () => {
  const port = await startServer((request, response) => {
    if (request.url === "/large") response.end(Buffer.alloc(50_000_000));
    else setTimeout(() => response.end("late"), 1000);
  });
  const late = await open(port, "GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
  const slow = await open(port, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
  slow.pause();
  expect(String(await once(late, "data"))).toContain("late");
  let taken = 0;
  slow.on("data", (chunk: Buffer) => (taken += chunk.length)).resume();
  await once(slow, "close");
  expect(taken).toBeLessThan(50_000_000);
});

test("a streamed response that is read steadily is not cut off however long it takes", async () => {
  const piece = Buffer.alloc(100_000);
  const pieces = Array.from({ length: 300 }, () => piece);
  const port = await startServer((_request, response) => void Readable.from(pieces).pipe(response), 1000);
  const slow = await open(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  let taken = 0;
  slow.on("data", (chunk: Buffer) => {
    taken += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), chunk.length / 15_000);
  });
  await once(slow, "close");
  expect(taken).toBeGreaterThan(30_000_000);
});
