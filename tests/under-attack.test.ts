import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "./build-test-app.ts";
import { mailBody, quoteExample, storeBody } from "./quote-example.ts";
import { ServerProcess } from "./server-process.ts";

interface Attacked {
  readonly origin: string;
  readonly anonKey: string;
}

/** A server as the owner runs it, with room for as many visitors as a test sends. */
async function startServer(): Promise<Attacked> {
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-attack-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = new ServerProcess({
    PORT: "0",
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    TRUST_PROXY: "loopback",
    LIMIT_SUBMISSIONS_PER_ADDRESS: "10000",
  });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  const origin = await server.ready();
  return { origin, anonKey: (await (await fetch(`${origin}/config.json`)).json()).anonKey };
}

interface Ended {
  readonly answer: string;
  readonly ms: number;
}

/** A connection that sends these bytes and no more. */
function say({ origin }: Attacked, bytes: string): Socket & { readonly ended: Promise<Ended> } {
  const started = Date.now();
  const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(bytes));
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  const ended = new Promise<Ended>((end) =>
    socket.on("close", () => end({ answer, ms: Date.now() - started })),
  );
  return Object.assign(socket, { ended });
}

/** Both calls of an honest visitor; returns how long they took. */
async function visit({ origin, anonKey }: Attacked, number: number): Promise<number> {
  const started = Date.now();
  const fields = { ...quoteExample, part_needed: `Part ${number}` };
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: anonKey },
      body: JSON.stringify(body),
    });
  const mailed = await post("/send-mail.php", mailBody(fields));
  const { ref_number: reference } = await mailed.json();
  const stored = await post("/rest/v1/quote_requests", storeBody(reference, fields));
  expect([mailed.status, stored.status]).toEqual([200, 201]);
  return Date.now() - started;
}

const post = "POST /send-mail.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

test(
  "slow requests of every kind are ended in time, and visitors are served while they last",
  { timeout: 60_000 },
  async () => {
    const server = await startServer();
    const all = (bytes: string) => Promise.all(many(60).map(() => say(server, bytes).ended));
    const silent = all("");
    const headers = all("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    const bodies = all(`${post}Content-Length: 1000\r\n\r\n{`);
    const chunks = all(`${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`);
    for (const number of many(10)) await visit(server, number);
    const longest = async (ended: Promise<Ended[]>) => Math.max(...(await ended).map(({ ms }) => ms));
    expect(await longest(silent)).toBeLessThan(14_000);
    expect(await longest(headers)).toBeLessThan(14_000);
    expect(await longest(bodies)).toBeLessThan(22_000);
    expect(await longest(chunks)).toBeLessThan(22_000);
    // A merely slow client is not cut off early.
    expect(Math.min(...(await bodies).map(({ ms }) => ms))).toBeGreaterThan(13_000);
  },
);

test("600 silent connections keep nobody out", async () => {
  const server = await startServer();
  const idle = many(600).map(() => say(server, ""));
  await expect.poll(() => idle.every((socket) => !socket.connecting), { timeout: 10_000 }).toBe(true);
  await visit(server, 0);
  // It is not that they had left by themselves, as they have to after eight seconds.
  expect(idle.filter((socket) => !socket.closed).length).toBeGreaterThan(300);
  for (const number of many(5)) await visit(server, number + 1);
});

const healthz = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
const empty = "0\r\n\r\n";

test("a request whose end is ambiguous is refused, and what follows it is not read", async () => {
  const server = await buildTestApp();
  const smuggled = {
    "length and chunks": `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${empty}`,
    "chunks and length": `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${empty}`,
    "two lengths": `${post}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`,
    "a list of lengths": `${post}Content-Length: 2, 2\r\n\r\n{}`,
    "a signed length": `${post}Content-Length: +2\r\n\r\n{}`,
    "a folded header": `${post}Transfer-Encoding:\r\n chunked\r\n\r\n${empty}`,
    "a space before the colon": `${post}Content-Length : 2\r\n\r\n{}`,
    "a bare line feed": "POST /send-mail.php HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}",
    "a zero byte": `${post}X-A: a\0b\r\nContent-Length: 2\r\n\r\n{}`,
    "an unknown coding": `${post}Transfer-Encoding: xchunked\r\n\r\n`,
    "two codings": `${post}Transfer-Encoding: gzip, chunked\r\n\r\n${empty}`,
    "chunks in HTTP/1.0": `${post.replace("1.1", "1.0")}Transfer-Encoding: chunked\r\n\r\n${empty}`,
    "a chunk without a size": `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n${empty}`,
    "a negative chunk": `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n${empty}`,
    "a chunk beyond counting": `${post}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n${empty}`,
  };
  for (const [what, bytes] of Object.entries(smuggled)) {
    const { answer } = await say(server, bytes + healthz).ended;
    expect([what, answer.match(/HTTP\/1\.1 \d+/g)]).toEqual([what, ["HTTP/1.1 400"]]);
  }
  await visit(server, 1);
});

test("a body that is too long, announced or in chunks, and headers that are too long are refused before they have arrived", async () => {
  const server = await buildTestApp();
  const announced = `${post}Content-Length: 1000000000\r\n\r\n{`;
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n11170\r\n${"a".repeat(70_000)}\r\n`;
  const headers = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}`;
  const statusOf = async (bytes: string) => (await say(server, bytes).ended).answer.slice(9, 12);
  expect(await Promise.all([announced, chunked, headers].map(statusOf))).toEqual(["413", "413", "431"]);
  await visit(server, 1);
});

test("guessing passwords from many addresses at once does not hold up the forms", async () => {
  const server = await startServer();
  const guesses = { until: Date.now() + 1500, statuses: new Set<number>() };
  const guess = async (guesser: number) => {
    for (let number = 0; Date.now() < guesses.until; number += 1) {
      const { status } = await fetch(`${server.origin}/functions/v1/auth-login`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `198.51.${guesser}.${number % 250}`,
        },
        body: JSON.stringify({ email: `${number}-${guesser}@example.co.nz`, password: "a guess" }),
      });
      guesses.statuses.add(status);
    }
  };
  const guessing = Promise.all(many(40).map(guess));
  await delay(500);
  const metrics = async () => (await fetch(`${server.origin}/metrics`)).text();
  await metrics();
  for (const number of many(10)) await visit(server, number);
  const lag = /^nodejs_eventloop_lag_p90_seconds (\S+)/m.exec(await metrics())?.[1];
  await guessing;
  expect([...guesses.statuses].toSorted()).toEqual([401, 429]);
  // Checked in the main thread, one after another, they would hold it up for half a second at a time.
  expect(Number(lag)).toBeLessThan(0.3);
});
