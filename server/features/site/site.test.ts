import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, onTestFinished, test } from "vitest";

import { endpoints } from "#domain/wire.ts";
import { buildTestApp } from "#tests/build-test-app.ts";

const script = "console.log('late start')";
const homePage = `<!doctype html><link rel="canonical" href="https://site-origin.invalid/"><script>${script}</script><h1>Home</h1>`;
const thanksPage = "<!doctype html><p>Your reference: QK-XXXXXX-XXXX</p>";

async function builtSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-site-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = {
    "index.html": homePage,
    "thanks/index.html": thanksPage,
    "thanks/contact/index.html": `${thanksPage}<p>One business day`,
    "assets/app-abc123.js": "export {}",
    "robots.txt": "User-agent: *",
    "sitemap.xml": "<loc>https://site-origin.invalid/</loc>",
    "brands/honda/index.html": "<!doctype html><h1>Honda</h1>",
    "admin/index.html": "<!doctype html><h1>Desk</h1>",
    "admin-login/index.html": "<!doctype html><h1>Staff</h1>",
    ".env": "SECRET=1",
    "notes.md": "internal",
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function app() {
  return buildTestApp({ siteFolder: await builtSite() });
}

test("a page has the site's origin filled in and can neither be framed nor run scripts from elsewhere", async () => {
  const { fetch } = await app();
  const answer = await fetch("/");
  expect(await answer.text()).toContain('href="https://quadkea.example/"');
  const policy = answer.headers.get("content-security-policy");
  const hash = createHash("sha256").update(script).digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe-inline");
  expect(answer.headers.get("strict-transport-security")).toContain("max-age=63072000");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("only pages that show nobody's data may share a process with another site's", async () => {
  const { fetch } = await app();
  const policiesOf = async (...paths: string[]) => {
    const answers = await Promise.all(paths.map((path) => fetch(path)));
    return answers.map(({ headers }) => headers.get("cross-origin-opener-policy"));
  };
  expect(new Set(await policiesOf("/", "/brands/honda", "/thanks/contact"))).toEqual(new Set([null]));
  expect(new Set(await policiesOf("/admin", "/admin-login", endpoints.config))).toEqual(
    new Set(["same-origin"]),
  );
});

test.for(["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "TRACE"])(
  "%s on a page is refused with what is possible, and the connection goes on",
  async (method) => {
    const { origin, fetch } = await app();
    for (const path of ["/", "/thanks?ref=QK-ABCDEF-2345", "/admin", "/brands/trabant", "/robots.txt"]) {
      const answer = await raw(origin, path, {}, method);
      expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ success: false });
      expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    }
    expect((await fetch("/")).status).toBe(200);
  },
);

test("OPTIONS says what a page or a call can do, and allows no other site anything", async () => {
  const { origin } = await app();
  for (const [path, allowed] of [
    ["/", "GET, HEAD, OPTIONS"],
    ["/healthz", "GET, HEAD, OPTIONS"],
    ["/send-mail.php", "POST, OPTIONS"],
    ["/rest/v1/quote_requests", "GET, HEAD, POST, PATCH, DELETE, OPTIONS"],
  ] as const) {
    const { status, headers, body } = await raw(origin, path, {}, "OPTIONS");
    expect([status, headers.allow, body.length]).toEqual([204, allowed, 0]);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test("a call that knows other methods says so; an unknown address stays unknown", async () => {
  const { origin } = await app();
  const wrong = await raw(origin, "/send-mail.php", {}, "DELETE");
  expect([wrong.status, wrong.headers.allow]).toEqual([405, "POST, OPTIONS"]);
  for (const path of ["/nothing", "/:a(b", "*"]) {
    expect((await raw(origin, path, {}, "TRACE")).status).toBe(404);
  }
});

test("nothing that is served may be framed by another site", async () => {
  const { fetch } = await app();
  const paths = ["/", "/admin", "/assets/app-abc123.js", "/robots.txt", "/thanks?ref=QK-ABCDEF-2345"];
  const calls = ["/healthz", "/config.json", "/rest/v1/quote_requests", "/functions/v1/auth-me", "/nothing"];
  const others = ["/thanks/", "/rest/v1/nothing", "/metrics"];
  for (const path of [...paths, ...calls, ...others]) {
    const policy = (await fetch(path)).headers.get("content-security-policy");
    expect(`${path} ${policy}`).toContain("frame-ancestors 'none'");
  }
  for (const path of calls) {
    const policy = (await fetch(path)).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
  }
});

function raw(
  origin: string,
  path: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; body: Buffer }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    http
      .request({ hostname, port, path, headers, method }, (answer) => {
        const chunks: Buffer[] = [];
        const { statusCode: status } = answer;
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) }));
      })
      .on("error", reject)
      .end();
  });
}

test.for([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["deflate", undefined, (body: Buffer) => body],
] as const)("Accept-Encoding %s gets %s", async ([accepted, encoding, decode]) => {
  const { origin } = await app();
  const answer = await raw(origin, "/", { "accept-encoding": accepted });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(answer.headers.vary).toBe("accept-encoding");
  expect(decode(answer.body).toString()).toContain("<h1>Home</h1>");
});

test("a page that has not changed is not sent again; each encoding has its own strong ETag", async () => {
  const { origin, fetch } = await app();
  const plain = (await raw(origin, "/", {})).headers.etag ?? "";
  const brotli = (await raw(origin, "/", { "accept-encoding": "br" })).headers.etag ?? "";
  expect(plain).toMatch(/^"[^"]+"$/);
  expect(brotli).not.toBe(plain);
  const again = await fetch("/", {
    headers: { "if-none-match": `"other", ${brotli}`, "accept-encoding": "br" },
  });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("HEAD answers like GET without a body", async () => {
  const { fetch } = await app();
  const answer = await fetch("/", { method: "HEAD" });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});

test("hashed assets are immutable, pages are revalidated", async () => {
  const { fetch } = await app();
  const asset = await fetch("/assets/app-abc123.js");
  expect(asset.headers.get("cache-control")).toContain("immutable");
  expect(asset.headers.get("content-type")).toContain("text/javascript");
  expect((await fetch("/robots.txt")).headers.get("cache-control")).toBe("no-cache");
});

test("the thanks page shows a well-formed reference from the address, and nothing else from it", async () => {
  const { fetch } = await app();
  expect(await (await fetch("/thanks?ref=QK-ABCDEF-2345")).text()).toContain(
    "Your reference: QK-ABCDEF-2345",
  );
  expect(await (await fetch("/thanks?ref=<script>")).text()).toContain("Your reference: QK-XXXXXX-XXXX");
  const ofContact = await (await fetch("/thanks?ref=QK-ABCDEF-2345&kind=contact")).text();
  expect(ofContact).toContain("QK-ABCDEF-2345</p><p>One business day");
  const ofNothing = await (await fetch("/thanks?ref=QK-ABCDEF-2345&kind=../admin")).text();
  expect(ofNothing).toContain("Your reference: QK-ABCDEF-2345");
  for (const path of ["/thanks?ref=QK-ABCDEF-2345", "/thanks/contact"]) {
    expect((await fetch(path)).headers.get("cache-control")).toBe("no-store");
  }
});

test.for(["/nothing", "/.env", "/notes.md", "/../package.json", "/assets/", "/index.html", "/100%", "/%ff"])(
  "%s is no page: the visitor comes home",
  async (path) => {
    const { fetch } = await app();
    const answer = await fetch(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  },
);

test("a path with a slash too many leads to its page, with its query", async () => {
  const { fetch } = await app();
  const answer = await fetch("/thanks/?ref=QK-ABCDEF-2345");
  expect([answer.status, answer.headers.get("location")]).toEqual([308, "/thanks?ref=QK-ABCDEF-2345"]);
});

test("a path of 15,000 slashes keeps the processor no longer than another", async () => {
  const { fetch } = await app();
  await fetch("/nothing");
  const before = process.cpuUsage();
  for (const end of ["x", "x/", "/"]) await fetch(`${"/".repeat(15_000)}${end}`);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});

test("the pages learn the public key; nothing may keep it", async () => {
  const { fetch, anonKey } = await app();
  const answer = await fetch("/config.json");
  expect(await answer.json()).toEqual({ anonKey });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("the pages learn on which days the owner has closed", async () => {
  const { fetch } = await buildTestApp({ environment: { CLOSURES: "2027-03-01:Stocktake" } });
  const closures = [{ from: "2027-03-01", to: "2027-03-01", reason: "Stocktake" }];
  expect(await (await fetch("/config.json")).json()).toMatchObject({ closures });
});

test("an unknown brand shows Honda's page", async () => {
  const { fetch } = await app();
  const answer = await fetch("/brands/trabant");
  expect([answer.status, await answer.text()]).toEqual([200, "<!doctype html><h1>Honda</h1>"]);
});

test("the sitemap names the site's own addresses", async () => {
  const { fetch } = await app();
  expect(await (await fetch("/sitemap.xml")).text()).toBe("<loc>https://quadkea.example/</loc>");
});

test("where a visitor count is set up, public pages learn of it and may use its host; the desk and other installations use no other host", async () => {
  const src = "https://count.example/script.js";
  const environment = { ANALYTICS_SCRIPT_URL: src, ANALYTICS_SITE_ID: "quadkea" };
  const { fetch } = await buildTestApp({ siteFolder: await builtSite(), environment });
  expect(await (await fetch("/config.json")).json()).toMatchObject({ analytics: { src, siteId: "quadkea" } });
  const policy = (await fetch("/")).headers.get("content-security-policy");
  expect(policy).toContain("script-src 'self' https://count.example");
  expect(policy).toContain("connect-src 'self' https://count.example");
  for (const path of ["/admin", "/admin-login"]) {
    expect((await fetch(path)).headers.get("content-security-policy")).not.toContain("count.example");
  }
  const plain = await app();
  expect((await plain.fetch("/")).headers.get("content-security-policy")).not.toContain("https://");
});
