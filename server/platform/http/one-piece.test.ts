import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";

/** Longer than a socket takes at once. */
const page = `<!doctype html>${"<p>Parts</p>".repeat(20_000)}`;

async function serve(): Promise<number> {
  const siteFolder = await mkdtemp(join(tmpdir(), "quadkea-site-"));
  onTestFinished(() => rm(siteFolder, { recursive: true, force: true }));
  await writeFile(join(siteFolder, "index.html"), page);
  const { origin } = await buildTestApp({ siteFolder });
  return Number(new URL(origin).port);
}

/** Everything that comes back on one connection, until the server closes it. */
function converse(port: number, ...requests: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(requests.join("")));
    let received = "";
    socket.setEncoding("utf8").on("data", (text: string) => (received += text));
    socket.on("close", () => resolve(received)).on("error", reject);
  });
}

const get = "GET / HTTP/1.1\r\nhost: localhost\r\n";
const last = `${get}connection: close\r\n\r\n`;

function heads(received: string): string[] {
  return received.split(/(?=HTTP\/1\.1 )/).map((answer) => answer.slice(0, answer.indexOf("\r\n\r\n")));
}

function headerLines(head = ""): string[] {
  const varying = /^(date|connection|keep-alive): /i;
  const lines = head.split("\r\n").filter((line) => !varying.test(line));
  return lines.map((line) => line.toLowerCase());
}

test("an answer in one piece has the headers of Node's own way", async () => {
  const [onePiece, ordinary, ...more] = heads(await converse(await serve(), `${get}\r\n`, last));
  expect(more).toEqual([]);
  expect(onePiece).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  expect(onePiece).toContain("keep-alive: timeout=5");
  expect(ordinary).toContain("Connection: close");
  expect(headerLines(onePiece)).toEqual(headerLines(ordinary));
});

test("pipelined requests are answered whole and in order, also between calls", async () => {
  const call = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
  const received = await converse(await serve(), `${get}\r\n`, `${get}\r\n`, call, `${get}\r\n`, last);
  const bodies = received.split("HTTP/1.1 200 OK\r\n").map((answer) => answer.split("\r\n\r\n")[1]);
  expect(bodies).toEqual([undefined, page, page, '{"status":"ok"}', page, page]);
});

test("a body on a page request is read, not taken for the next request", async () => {
  const withBody = `${get}content-length: 5\r\n\r\nhello`;
  const received = await converse(await serve(), withBody, last);
  expect(heads(received).map((head) => head.slice(0, 15))).toEqual(["HTTP/1.1 200 OK", "HTTP/1.1 200 OK"]);
});
