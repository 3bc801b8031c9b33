import http from "node:http";

import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";

/** Asks as a browser or scraper with that Host header would. */
function ask({ origin }: TestApp, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    http
      .get(origin + path, { headers }, (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (text: string) => (body += text));
        answer.on("end", () => resolve({ status: answer.statusCode, body }));
      })
      .on("error", reject);
  });
}

const outsideClients: Record<string, string>[] = [
  ...["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-proto"].map((name) => ({
    [name]: "198.51.100.1",
  })),
  ...["evil.example", "evil.example:3000", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]"].map(
    (host) => ({ host }),
  ),
];
const locals = ["localhost", "localhost:3000", "127.0.0.1:8080", "127.8.9.10", "[::1]:3000", "LOCALHOST"];

const plain = { SITE_ORIGIN: "http://localhost:3000" };

test("metrics are for requests to this machine by its own names, not for forwarded ones", async () => {
  const app = await buildTestApp({ environment: { ...plain, METRICS_TOKEN: "" } });
  for (const host of locals) expect((await ask(app, "/metrics", { host })).status).toBe(200);
  for (const headers of outsideClients) expect((await ask(app, "/metrics", headers)).status).toBe(403);
});

test("once the site is https, only the token shows metrics, and what is broken: a proxy may look like this machine", async () => {
  const app = await buildTestApp({ environment: { METRICS_TOKEN: "" } });
  expect((await ask(app, "/metrics", { host: "127.0.0.1:3000" })).status).toBe(403);
  expect(JSON.parse((await ask(app, "/readyz")).body)).toEqual({ status: "ready" });
  const withToken = await app.restart({ METRICS_TOKEN: "a-token" });
  expect((await ask(withToken, "/metrics")).status).toBe(403);
  const headers = { authorization: "Bearer a-token" };
  expect((await ask(withToken, "/metrics", headers)).status).toBe(200);
  expect(JSON.parse((await ask(withToken, "/readyz", headers)).body)).toHaveProperty("database", true);
});

test("with a token set, metrics are for clients that send it, from anywhere, and for no others", async () => {
  const app = await buildTestApp({ environment: { METRICS_TOKEN: "a-token" } });
  expect((await ask(app, "/metrics")).status).toBe(403);
  expect((await ask(app, "/metrics", { authorization: "Bearer b-token" })).status).toBe(403);
  for (const headers of [{}, ...outsideClients]) {
    const { status } = await ask(app, "/metrics", { ...headers, authorization: "Bearer a-token" });
    expect(status).toBe(200);
  }
});

test("outside clients see whether the server is ready; only this machine or the token shows what is broken", async () => {
  const app = await buildTestApp({ environment: { ...plain, METRICS_TOKEN: "a-token" } });
  const all = { status: "ready", database: true, disk: true, mail: true };
  expect(JSON.parse((await ask(app, "/readyz")).body)).toEqual(all);
  for (const headers of outsideClients) {
    const { status, body } = await ask(app, "/readyz", headers);
    expect([status, JSON.parse(body)]).toEqual([200, { status: "ready" }]);
    const known = await ask(app, "/readyz", { ...headers, authorization: "Bearer a-token" });
    expect(JSON.parse(known.body)).toEqual(all);
  }
});

test("outside clients see only that the server is not ready", async () => {
  const expectedWarnings = ["mail has been failing for a minute"];
  const app = await buildTestApp({
    environment: { ...plain, MAIL_URL: "smtp://127.0.0.1:1" },
    expectedWarnings,
  });
  await app.app.run("mail probe");
  app.advance(61_000);
  await app.app.run("mail probe");
  const { status, body } = await ask(app, "/readyz", { host: "quadkea.example" });
  expect([status, JSON.parse(body)]).toEqual([503, { status: "not ready" }]);
  const local = await ask(app, "/readyz");
  expect([local.status, JSON.parse(local.body)]).toMatchObject([503, { mail: false, database: true }]);
});
