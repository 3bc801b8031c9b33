import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import { PostgrestClient } from "@supabase/postgrest-js";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { rawRequest } from "#tests/raw-request.ts";

import { clientAddress } from "./client-address.ts";

test.for<[ip: string, counted: string]>([
  ["198.51.100.7", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["203.0.113.9:52044", "203.0.113.9"],
  ["[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2:3:4:5:6]", "2001:db8:1:2::/64"],
])("the address %s counts as %s", ([ip, counted]) => {
  expect(clientAddress(ip)).toBe(counted);
});

test("forwarding headers count only behind a trusted proxy", async () => {
  const submit = (app: TestApp, make: string, address: string) =>
    app.postJson("/functions/v1/auth-login", { email: make, password: "x" }, { "x-forwarded-for": address });
  const open = await buildTestApp();
  await submit(open, "a", "198.51.100.1");
  await submit(open, "b", "198.51.100.2");
  const behind = await buildTestApp({ environment: { TRUST_PROXY: "loopback" } });
  await submit(behind, "a", "198.51.100.1");
  await submit(behind, "b", "198.51.100.2");
  // All else is equal; the addresses are the same one, or two.
  expect((await behind.rows("limits")).length - (await open.rows("limits")).length).toBe(1);
});

test("every API response forbids caching and has the security headers and a request id", async () => {
  const app = await buildTestApp();
  for (const path of ["/healthz", "/rest/v1/quote_requests", "/functions/v1/auth-me", "/nothing"]) {
    const { headers } = await app.fetch(path);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{12}$/);
    expect(headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("a request that the client gave up on is logged too, without its query", async () => {
  const app = await buildTestApp();
  const socket = connect(Number(new URL(app.origin).port), "127.0.0.1");
  await once(socket, "connect");
  const path = "/functions/v1/auth-login";
  const body = JSON.stringify({ email: "secret@quadkea.example", password: "secret" });
  const heads = ["Host: x", "Content-Type: application/json", `Content-Length: ${body.length}`];
  socket.end(`POST ${path}?x=secret HTTP/1.1\r\n${heads.join("\r\n")}\r\n\r\n${body}`);
  await once(app.app.server.server, "request");
  socket.destroy(); // Checking a password takes longer.
  const lines = () => app.logLines.flatMap((line) => ("path" in line ? [line] : []));
  await expect.poll(lines).toMatchObject([{ method: "POST", path, msg: "request not answered to the end" }]);
  await expect.poll(() => app.logLines.some(({ msg }) => msg === "sign-in"), { timeout: 10_000 }).toBe(true);
  await app.fetch("/healthz");
  await expect.poll(() => lines().map(({ msg }) => msg)).toEqual([expect.anything(), "request"]);
  expect(JSON.stringify(app.logLines)).not.toContain("secret");
});

test("a request that names a type but has no body is answered, with errors in JSON", async () => {
  const app = await buildTestApp();
  const headers = { "content-type": "application/json" };
  const client = new PostgrestClient(`${app.origin}/rest/v1`, { headers });
  const { error } = await client.from("quote_requests").delete().eq("id", 1);
  expect(error?.code).toBe("42501");
  for (const path of ["/rest/v1/quote_requests", "/functions/v1/auth-me", "/send-mail.php"]) {
    for (const method of ["DELETE", "PUT", "PATCH", "POST"]) {
      const { status, body } = await rawRequest(app, path, { method, headers });
      const { error: problem, message = problem } = JSON.parse(body.toString());
      expect([method, path, status, message]).toEqual([method, path, status, expect.stringMatching(/./)]);
      expect(Math.floor((status ?? 0) / 100)).toBe(4);
    }
    expect((await rawRequest(app, path, { method: "OPTIONS", headers })).status).toBe(204);
  }
});

test("shutdown does not wait for browsers that have only connected", async () => {
  const app = await buildTestApp();
  const socket = connect(Number(new URL(app.origin).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  await app.fetch("/healthz");
  const stopped = app.stop().then(() => "stopped");
  expect(await Promise.race([stopped, delay(4000, "still waiting")])).toBe("stopped");
});
