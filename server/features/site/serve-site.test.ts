import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { builtSite, serveSmallSite } from "#tests/built-site.ts";
import { rawRequest } from "#tests/raw-request.ts";

test.for([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["deflate", undefined, (body: Buffer) => body],
] as const)("Accept-Encoding %s gets %s", async ([accepted, encoding, decode]) => {
  const app = await serveSmallSite();
  const answer = await rawRequest(app, "/", { headers: { "accept-encoding": accepted } });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(answer.headers.vary).toBe("accept-encoding");
  expect(decode(answer.body).toString()).toContain("<h1>Home</h1>");
});

test("a page that has not changed is not sent again; each encoding has its own strong ETag", async () => {
  const app = await serveSmallSite();
  const plain = (await rawRequest(app, "/")).headers.etag ?? "";
  const brotli = (await rawRequest(app, "/", { headers: { "accept-encoding": "br" } })).headers.etag ?? "";
  expect(plain).toMatch(/^"[^"]+"$/);
  expect(brotli).not.toBe(plain);
  const again = await app.fetch("/", {
    headers: { "if-none-match": `"other", ${brotli}`, "accept-encoding": "br" },
  });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("each response of a call names the build of the pages", async () => {
  const siteFolder = await builtSite({ "assets/manifest-f1f08f06.js": "" });
  const { fetch } = await buildTestApp({ siteFolder });
  for (const path of ["/functions/v1/desk-summary", "/rest/v1/quote_requests"])
    expect((await fetch(path)).headers.get("x-build")).toBe("f1f08f06");
});

test("HEAD answers like GET without a body", async () => {
  const { fetch } = await serveSmallSite();
  const answer = await fetch("/", { method: "HEAD" });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});

test("hashed assets are immutable, pages are revalidated", async () => {
  const { fetch } = await serveSmallSite();
  const asset = await fetch("/assets/app-abc123.js");
  expect(asset.headers.get("cache-control")).toContain("immutable");
  expect(asset.headers.get("content-type")).toContain("text/javascript");
  expect((await fetch("/robots.txt")).headers.get("cache-control")).toBe("no-cache");
});
