import { createHook } from "node:async_hooks";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, onTestFinished, test, vi } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { builtSite } from "#tests/built-site.ts";
import { rawRequest } from "#tests/raw-request.ts";
import { mailedReference, quoteRequestExample } from "#tests/submission-examples.ts";

const pageOf = (paragraphs: number) =>
  Array.from({ length: paragraphs }, (_, index) => `<p>${(index * 7919) % 99_991}`).join("");
/** Takes brotli a noticeable time at its quickest, and seconds at its best. */
const longPage = pageOf(200_000);
const thanksPage = `<!doctype html><script>1</script><h1>Whangārei</h1><span data-reply-due=""></span>${"<p>Parts</p>".repeat(2000)}`;

async function startSite(): Promise<TestApp> {
  const siteFolder = await builtSite({
    "about/index.html": longPage,
    "faq/index.html": pageOf(2000),
    "thanks/index.html": `${thanksPage}QK-XXXXXX-XXXX, again: QK-XXXXXX-XXXX`,
  });
  return buildTestApp({ siteFolder });
}

const ask = (app: TestApp, path: string, acceptEncoding: string, method = "GET") =>
  rawRequest(app, path, { method, headers: { "accept-encoding": acceptEncoding } });

/** Counts what zlib is asked to do in this process, at once or in the background. */
function countCompressions(): () => number {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "ZLIB") count += 1;
    },
  }).enable();
  onTestFinished(() => void hook.disable());
  return () => count;
}

test.for(["br, gzip", "gzip", "identity", ""])(
  "a thanks page with a reference is never compressed again (Accept-Encoding %j)",
  async (acceptEncoding) => {
    const app = await startSite();
    const known = await mailedReference(app, quoteRequestExample);
    for (const path of ["/thanks", "/thanks", "/thanks?ref=QK-ABCDEF-2345"])
      await ask(app, path, acceptEncoding);
    const compressions = countCompressions();
    const queries = [`ref=${known}`, "ref=QK-BCDFGH-JKMN&kind=contact", `ref=${"9".repeat(5000)}`, "ref=QK"];
    for (const query of queries) {
      expect((await ask(app, `/thanks?${query}`, acceptEncoding)).status).toBe(200);
    }
    expect(compressions()).toBe(0);
  },
);

test("compressed or not, a thanks page has the same text, its own length and the policy of the plain page", async () => {
  const app = await startSite();
  const reference = await mailedReference(app, quoteRequestExample);
  const path = `/thanks?ref=${reference}`;
  const plain = await ask(app, path, "identity");
  const gzip = await ask(app, path, "gzip, br");
  expect(String(plain.body)).toContain(`${reference}, again: ${reference}`);
  expect(String(plain.body)).toMatch(/<span data-reply-due="">That is by .+\.<\/span>/);
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gzip.body.length).toBeLessThan(plain.body.length / 10);
  const unfilled = await ask(app, "/thanks", "identity");
  for (const { headers, body } of [plain, gzip]) {
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers["content-security-policy"]).toBe(unfilled.headers["content-security-policy"]);
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers.etag).toBeUndefined();
  }
  const head = await ask(app, path, "gzip", "HEAD");
  expect([head.status, head.headers["content-length"], head.body.length]).toEqual([
    200,
    gzip.headers["content-length"],
    0,
  ]);
});

test("others are served while a page is compressed for the first time", async () => {
  const app = await startSite();
  const finished: string[] = [];
  const first = ask(app, "/about", "br").finally(() => finished.push("page"));
  const others = [1, 2, 3].map(() =>
    ask(app, "/healthz", "identity").finally(() => finished.push("healthz")),
  );
  const page = await first;
  await Promise.all(others);
  expect(finished).toEqual(["healthz", "healthz", "healthz", "page"]);
  expect(page.headers["content-encoding"]).toBe("br");
  expect(String(brotliDecompressSync(page.body)) === longPage).toBe(true);
});

test("a page that many ask for at first is compressed once quickly and once best", async () => {
  const app = await startSite();
  const compressions = countCompressions();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(app, "/faq", "br")));
  for (const { headers } of answers) expect(headers["content-encoding"]).toBe("br");
  expect(compressions()).toBe(2);
});

test("a page that nobody asks for again is compressed once, quickly", async () => {
  const app = await startSite();
  const compressions = countCompressions();
  await ask(app, "/faq", "br");
  await ask(app, "/faq", "identity");
  expect(compressions()).toBe(1);
});

test("the first visitor gets a quickly compressed page, later ones the same page in fewer bytes", async () => {
  const app = await startSite();
  const first = await ask(app, "/faq", "br");
  const later = await vi.waitUntil(
    async () => {
      const answer = await ask(app, "/faq", "br");
      return answer.body.length < first.body.length && answer;
    },
    { timeout: 30_000, interval: 200 },
  );
  expect(brotliDecompressSync(later.body).equals(brotliDecompressSync(first.body))).toBe(true);
}, 40_000);
