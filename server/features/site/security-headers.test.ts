import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { endpoints } from "#domain/endpoints.ts";
import { inlineScript, serveSmallSite } from "#tests/built-site.ts";

test("a page has the site's origin filled in and can neither be framed nor run scripts from elsewhere", async () => {
  const { fetch } = await serveSmallSite();
  const answer = await fetch("/");
  expect(await answer.text()).toContain('href="https://quadkea.example/"');
  const policy = answer.headers.get("content-security-policy");
  const hash = createHash("sha256").update(inlineScript).digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe-inline");
  expect(answer.headers.get("strict-transport-security")).toContain("max-age=63072000");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("only pages that show nobody's data may share a process with another site's", async () => {
  const { fetch } = await serveSmallSite();
  const policiesOf = async (...paths: string[]) => {
    const answers = await Promise.all(paths.map((path) => fetch(path)));
    return answers.map(({ headers }) => headers.get("cross-origin-opener-policy"));
  };
  expect(new Set(await policiesOf("/", "/brands/honda", "/thanks/contact"))).toEqual(new Set([null]));
  expect(new Set(await policiesOf("/admin", "/admin-login", endpoints.config))).toEqual(
    new Set(["same-origin"]),
  );
});

test("nothing that is served may be framed by another site", async () => {
  const { fetch } = await serveSmallSite();
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

test("where a visitor count is set up, public pages learn of it and may use its host; the desk and other installations use no other host", async () => {
  const src = "https://count.example/script.js";
  const environment = { ANALYTICS_SCRIPT_URL: src, ANALYTICS_SITE_ID: "quadkea" };
  const { fetch } = await serveSmallSite(environment);
  expect(await (await fetch("/config.json")).json()).toMatchObject({ analytics: { src, siteId: "quadkea" } });
  const policy = (await fetch("/")).headers.get("content-security-policy");
  expect(policy).toContain("script-src 'self' https://count.example");
  expect(policy).toContain("connect-src 'self' https://count.example");
  for (const path of ["/admin", "/admin-login"]) {
    expect((await fetch(path)).headers.get("content-security-policy")).not.toContain("count.example");
  }
  const plain = await serveSmallSite();
  expect((await plain.fetch("/")).headers.get("content-security-policy")).not.toContain("https://");
});
