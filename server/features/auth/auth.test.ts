import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { sessionsAtMost } from "#domain/accounts.ts";
import { keptStorageHeader } from "#domain/wire.ts";
import { buildTestApp, cookieHeader, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addUser, deskCall } from "#tests/staff.ts";

import { openSession } from "./sessions.ts";

const minute = 60_000;

function call(app: TestApp, name: string, cookie = "", headers: Record<string, string> = {}) {
  const method = name === "auth-me" ? "GET" : "POST";
  return app.fetch(`/functions/v1/${name}`, { method, headers: { cookie, ...headers } });
}

function logIn(app: TestApp, password: string, cookie = "", email = testAdmin.email) {
  return app.postJson("/functions/v1/auth-login", { email, password }, { cookie });
}

test("signing in sets cookies that scripts cannot read, and auth-me knows the user", async () => {
  const app = await buildTestApp();
  const answer = await logIn(app, testAdmin.password);
  expect(await answer.json()).toEqual({ success: true });
  const cookies = answer.headers.getSetCookie();
  expect(
    cookies.filter((one) => /HttpOnly/.test(one) && /Secure/.test(one) && /SameSite=Strict/.test(one)),
  ).toHaveLength(3);
  const me = await call(app, "auth-me", cookieHeader(answer));
  expect(await me.json()).toEqual({
    id: expect.any(String),
    email: testAdmin.email,
    full_name: "Administrator",
    role: "admin",
    is_owner: true,
    live_start: { last_event: 0 },
  });
});

test("a wrong password, an unknown user and what is no password are refused with a message and no cookie", async () => {
  const app = await buildTestApp();
  for (const [body, status] of [
    [{ email: testAdmin.email, password: "wrong" }, 401],
    [{ email: "nobody@quadkea.example", password: testAdmin.password }, 401],
    [{ email: testAdmin.email }, 400],
    [{ email: testAdmin.email, password: {} }, 400],
  ] as const) {
    const answer = await app.postJson("/functions/v1/auth-login", body);
    const refusal = { body, status: answer.status, ...(await answer.json()) };
    expect(refusal).toMatchObject({ body, status, success: false, error: expect.any(String) });
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test("after ten failures unknown browsers have to wait, but a browser that has signed in before does not", async () => {
  const app = await buildTestApp();
  const known = cookieHeader(await logIn(app, testAdmin.password));
  await Promise.all(Array.from({ length: 10 }, () => logIn(app, "guess")));
  const eleventh = await logIn(app, testAdmin.password);
  expect(eleventh.status).toBe(429);
  expect(Number(eleventh.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await logIn(app, testAdmin.password, known)).status).toBe(200);
  app.advance(15 * minute + 1);
  expect((await logIn(app, testAdmin.password)).status).toBe(200);
});

test("the access token ends after ten minutes and a refresh gives the next", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  app.advance(10 * minute);
  expect((await call(app, "auth-me", cookie)).status).toBe(401);
  const refreshed = await call(app, "auth-refresh", cookie);
  expect(refreshed.status).toBe(200);
  expect((await call(app, "auth-me", cookieHeader(refreshed))).status).toBe(200);
});

test("50 tabs refreshing at once get the same successor", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const answers = await Promise.all(Array.from({ length: 50 }, () => call(app, "auth-refresh", cookie)));
  const refreshTokens = answers.map((answer) => /refresh=([^;]+)/.exec(cookieHeader(answer))?.[1]);
  expect(new Set(refreshTokens).size).toBe(1);
  expect((await call(app, "auth-refresh", cookieHeader(answers[0] ?? new Response()))).status).toBe(200);
});

test("the parent token after ten seconds ends the whole session", async () => {
  const app = await buildTestApp();
  const stolen = await app.signIn();
  const current = cookieHeader(await call(app, "auth-refresh", stolen));
  app.advance(10_001);
  expect((await call(app, "auth-refresh", stolen)).status).toBe(401);
  expect((await call(app, "auth-refresh", current)).status).toBe(401);
  expect((await call(app, "auth-me", current)).status).toBe(401);
});

test("the grandparent token ends the session at once", async () => {
  const app = await buildTestApp();
  const first = await app.signIn();
  const second = cookieHeader(await call(app, "auth-refresh", first));
  const third = cookieHeader(await call(app, "auth-refresh", second));
  expect((await call(app, "auth-refresh", first)).status).toBe(401);
  expect((await call(app, "auth-me", third)).status).toBe(401);
});

test("a session ends after 12 idle hours and after 7 days at most", async () => {
  const app = await buildTestApp();
  const idle = await app.signIn();
  let busy = await app.signIn();
  for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
    app.advance(11 * 60 * minute);
    const answer = await call(app, "auth-refresh", busy);
    expect(answer.status).toBe(200);
    busy = cookieHeader(answer);
  }
  expect((await call(app, "auth-refresh", idle)).status).toBe(401);
  app.advance(11 * 60 * minute);
  expect((await call(app, "auth-refresh", busy)).status).toBe(401);
});

test("an expired session is refused even if its last access token has not expired yet", async () => {
  const app = await buildTestApp();
  let cookie = await app.signIn();
  const lastRefreshAt = 7 * 24 * 60 - 5;
  for (let passed = 0; passed < lastRefreshAt;) {
    const minutes = Math.min(11 * 60, lastRefreshAt - passed);
    app.advance(minutes * minute);
    passed += minutes;
    cookie = cookieHeader(await call(app, "auth-refresh", cookie));
  }
  expect((await call(app, "auth-me", cookie)).status).toBe(200);
  app.advance(6 * minute);
  expect((await call(app, "auth-me", cookie)).status).toBe(401);
});

test("one session too many ends the least recently used one", async () => {
  const app = await buildTestApp();
  const first = await app.signIn();
  app.advance(1);
  const second = await app.signIn();
  const [{ id: userId } = { id: "" }] = await app.rows("users");
  const session = { userId: String(userId), browser: "Firefox" };
  const { database } = app.app.services;
  for (let count = 2; count < sessionsAtMost; count += 1) {
    app.advance(1);
    await database.write((tx) => openSession(tx, app.app.services, session));
  }
  expect((await call(app, "auth-me", first)).status).toBe(200);
  await app.signIn();
  expect((await call(app, "auth-me", first)).status).toBe(401);
  expect((await call(app, "auth-me", second)).status).toBe(200);
});

test("a sign-in in progress while its user is disabled opens no session, not even after they are enabled", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await addUser(app, cookie, "mere@quadkea.example");
  const mere = (await app.rows("users")).find(({ email }) => email !== testAdmin.email);
  const userId = String(mere?.["id"]);
  const { database } = app.app.services;
  await database.write((tx) => tx.updateTable("users").set({ password_ends_at: null }).execute());
  const signingIn = database.write(async (tx) => {
    await database.lock(tx, `user ${userId}`);
    const tokens = await openSession(tx, app.app.services, { userId, browser: "Firefox" });
    await delay(500);
    return tokens.access;
  });
  await delay(100);
  await deskCall(app, cookie, `PATCH users/${userId}`, { disabled: true });
  const access = await signingIn;
  await deskCall(app, cookie, `PATCH users/${userId}`, { disabled: false });
  expect((await call(app, "auth-me", `__Host-quadkea_access=${access}`)).status).toBe(401);
});

test("the request log names staff by their id, and visitors not at all", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await call(app, "auth-me", cookie);
  await app.fetch("/healthz");
  const [user] = await app.rows("users");
  const lineOf = (path: string) => app.logLines.find((line) => "path" in line && line.path === path);
  await expect.poll(() => lineOf("/functions/v1/auth-me")).toMatchObject({ user: user?.["id"] });
  await expect.poll(() => lineOf("/healthz")).toBeDefined();
  expect(lineOf("/healthz")).not.toHaveProperty("user");
});

test("signing out ends both tokens on the server", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const answer = await call(app, "auth-logout", cookie);
  expect(answer.status).toBe(204);
  expect((await call(app, "auth-me", cookie)).status).toBe(401);
  expect((await call(app, "auth-refresh", cookie)).status).toBe(401);
  // The device cookie stays: the login limits know the browser by it.
  expect(answer.headers.get("clear-site-data")).toBe('"storage"');
  expect(cookieHeader(answer)).not.toContain("device");
  expect((await call(app, "auth-logout")).headers.has("clear-site-data")).toBe(false);
});

test("signing out leaves the storage of a browser alone that says it holds something of a visitor", async () => {
  const app = await buildTestApp();
  const answer = await call(app, "auth-logout", await app.signIn(), { [keptStorageHeader]: "1" });
  expect(answer.status).toBe(204);
  expect(answer.headers.has("clear-site-data")).toBe(false);
});

test("a token with any one character changed is refused", async () => {
  const app = await buildTestApp();
  const token = /access=([^;]+)/.exec(await app.signIn())?.[1] ?? "";
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === "a" ? "b" : "a";
    const forged = token.slice(0, place) + other + token.slice(place + 1);
    expect((await call(app, "auth-me", `__Host-quadkea_access=${forged}`)).status).toBe(401);
  }
});

test("a refresh token does not pass as an access token", async () => {
  const app = await buildTestApp();
  const token = /refresh=([^;]+)/.exec(await app.signIn())?.[1];
  expect((await call(app, "auth-me", `__Host-quadkea_access=${token}`)).status).toBe(401);
});

test("a disabled user is signed out at once and cannot come back", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { database } = app.app.services;
  await database.write((tx) =>
    tx.updateTable("users").set({ disabled_at: new Date().toISOString() }).execute(),
  );
  expect((await call(app, "auth-me", cookie)).status).toBe(401);
  expect((await call(app, "auth-refresh", cookie)).status).toBe(401);
  expect((await logIn(app, testAdmin.password, cookie)).status).toBe(401);
});

test("sign-in and sign-out sent by another site are refused", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const foreign = { "sec-fetch-site": "cross-site" };
  expect((await app.postJson("/functions/v1/auth-login", testAdmin, foreign)).status).toBe(403);
  expect((await call(app, "auth-logout", cookie, foreign)).status).toBe(403);
  expect((await call(app, "auth-me", cookie)).status).toBe(200);
});

test("an unknown function is not found, as JSON", async () => {
  const app = await buildTestApp();
  const answer = await call(app, "auth-nothing");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ success: false, error: expect.any(String) });
});
