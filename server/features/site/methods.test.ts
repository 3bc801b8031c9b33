import { expect, test } from "vitest";

import { serveSmallSite } from "#tests/built-site.ts";
import { rawRequest } from "#tests/raw-request.ts";

test("a method that pages do not have is refused with what is possible, and the connection goes on", async () => {
  const app = await serveSmallSite();
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "TRACE"]) {
    for (const path of ["/", "/thanks?ref=QK-ABCDEF-2345", "/admin", "/robots.txt"]) {
      const answer = await rawRequest(app, path, { method });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ success: false });
      expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    }
    expect((await app.fetch("/")).status).toBe(200);
  }
});

test("OPTIONS says what a page or a call can do, and allows no other site anything", async () => {
  const app = await serveSmallSite();
  for (const [path, allowed] of [
    ["/", "GET, HEAD, OPTIONS"],
    ["/healthz", "GET, HEAD, OPTIONS"],
    ["/send-mail.php", "POST, OPTIONS"],
    ["/rest/v1/quote_requests", "GET, HEAD, POST, PATCH, DELETE, OPTIONS"],
  ] as const) {
    const { status, headers, body } = await rawRequest(app, path, { method: "OPTIONS" });
    expect([status, headers.allow, body.length]).toEqual([204, allowed, 0]);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test("a call that knows other methods says so; an unknown address stays unknown", async () => {
  const app = await serveSmallSite();
  const wrong = await rawRequest(app, "/send-mail.php", { method: "DELETE" });
  expect([wrong.status, wrong.headers.allow]).toEqual([405, "POST, OPTIONS"]);
  for (const path of ["/nothing", "/:a(b", "*"]) {
    expect((await rawRequest(app, path, { method: "TRACE" })).status).toBe(404);
  }
});
