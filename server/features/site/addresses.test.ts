import { expect, test } from "vitest";

import { serveSmallSite } from "#tests/built-site.ts";
import { rawRequest } from "#tests/raw-request.ts";

test("the thanks page shows a well-formed reference from the address, and nothing else from it", async () => {
  const { fetch } = await serveSmallSite();
  expect(await (await fetch("/thanks?ref=QK-ABCDEF-2345")).text()).toContain(
    "Your reference: QK-ABCDEF-2345",
  );
  expect(await (await fetch("/thanks?ref=<script>")).text()).toContain("Your reference: QK-XXXXXX-XXXX");
  const ofContact = await (await fetch("/thanks/contact?ref=QK-ABCDEF-2345")).text();
  expect(ofContact).toContain("QK-ABCDEF-2345</p><p>One business day");
  for (const path of ["/thanks?ref=QK-ABCDEF-2345", "/thanks/contact"]) {
    expect((await fetch(path)).headers.get("cache-control")).toBe("no-store");
  }
});

test("an unknown brand shows Honda's page", async () => {
  const { fetch } = await serveSmallSite();
  const answer = await fetch("/brands/trabant");
  expect([answer.status, await answer.text()]).toEqual([200, "<!doctype html><h1>Honda</h1>"]);
});

test("the sitemap names the site's own addresses", async () => {
  const { fetch } = await serveSmallSite();
  expect(await (await fetch("/sitemap.xml")).text()).toBe("<loc>https://quadkea.example/</loc>");
});

test("from an address that is no page the visitor comes home", async () => {
  const { fetch } = await serveSmallSite();
  for (const path of ["/nothing", "/.env", "/notes.md", "/assets/", "/index.html", "/100%", "/%ff"]) {
    const answer = await fetch(path);
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/"]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("a path with dots, sent as it is, leads no further up", async () => {
  const app = await serveSmallSite();
  for (const path of ["/../package.json", "/%2e%2e/package.json", "/assets/..%2f..%2fpackage.json"]) {
    const answer = await rawRequest(app, path);
    expect([path, answer.status, answer.headers.location]).toEqual([path, 302, "/"]);
  }
});

test("a path with a slash too many leads to its page, with its query", async () => {
  const { fetch } = await serveSmallSite();
  const answer = await fetch("/thanks/?ref=QK-ABCDEF-2345");
  expect([answer.status, answer.headers.get("location")]).toEqual([308, "/thanks?ref=QK-ABCDEF-2345"]);
});

test("a path of 15,000 slashes keeps the processor no longer than another", async () => {
  const { fetch } = await serveSmallSite();
  await fetch("/nothing");
  const before = process.cpuUsage();
  for (const end of ["x", "x/", "/"]) await fetch(`${"/".repeat(15_000)}${end}`);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});
