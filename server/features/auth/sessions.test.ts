import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, deskCall } from "#tests/staff.ts";

import { openSession } from "./sessions.ts";

const minute = 60_000;
const hour = 60 * minute;

const me = async (app: TestApp, cookie: string) => (await deskCall(app, cookie, "GET auth-me")).status;
const refresh = async (app: TestApp, cookie: string) =>
  (await app.fetch("/functions/v1/auth-refresh", { method: "POST", headers: { cookie } })).status;

test("after ten minutes calls are refused until a refresh, from any number of tabs, extends the session", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  app.advance(10 * minute);
  expect(await me(app, cookie)).toBe(401);
  const tabs = await Promise.all(Array.from({ length: 20 }, () => refresh(app, cookie)));
  expect(tabs).toEqual(Array(20).fill(200));
  expect(await me(app, cookie)).toBe(200);
});

test("a session ends after 12 idle hours and after 7 days at most", async () => {
  const app = await buildTestApp();
  const idle = await app.signIn();
  const busy = await app.signIn();
  for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
    app.advance(11 * hour);
    expect(await refresh(app, busy)).toBe(200);
  }
  expect(await refresh(app, idle)).toBe(401);
  app.advance(3 * hour - 5 * minute);
  expect(await refresh(app, busy)).toBe(200);
  app.advance(5 * minute);
  expect([await me(app, busy), await refresh(app, busy)]).toEqual([401, 401]);
});

test("only a hash of the token is stored, and a token with another character is refused", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const token = /session=([^;]+)/.exec(cookie)?.[1] ?? "";
  expect(JSON.stringify(await app.rows("sessions"))).not.toContain(token);
  for (const place of [0, 20, token.length - 1]) {
    const other = token[place] === "A" ? "Q" : "A";
    const forged = token.slice(0, place) + other + token.slice(place + 1);
    expect(await me(app, `__Host-quadkea_session=${forged}`)).toBe(401);
  }
});

test("signing out ends the session on the server at once; the browser stays known", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const answer = await app.fetch("/functions/v1/auth-logout", { method: "POST", headers: { cookie } });
  expect(answer.status).toBe(204);
  expect(answer.headers.getSetCookie().map((one) => one.split("=", 1)[0])).toEqual([
    "__Host-quadkea_session",
  ]);
  expect([await me(app, cookie), await refresh(app, cookie)]).toEqual([401, 401]);
});

test("a sign-in in progress while its user is disabled opens no session, not even after they are enabled", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { id: userId } = await addStaff(app);
  const { database } = app.app.services;
  const signingIn = database.write(async (tx) => {
    await database.lock(tx, `user ${userId}`);
    const token = await openSession(tx, app.app.services, { userId, browser: "Firefox" });
    await delay(500);
    return token;
  });
  await delay(100);
  const { password } = testAdmin;
  await deskCall(app, cookie, `PATCH users/${userId}`, { disabled: true, password });
  const token = await signingIn;
  await deskCall(app, cookie, `PATCH users/${userId}`, { disabled: false });
  expect(await me(app, `__Host-quadkea_session=${token}`)).toBe(401);
});

test("the request log names staff by their id, and visitors not at all", async () => {
  const app = await buildTestApp();
  await me(app, await app.signIn());
  await app.fetch("/healthz");
  const [user] = await app.rows("users");
  const lineOf = (path: string) => app.logLines.find((line) => "path" in line && line.path === path);
  await expect.poll(() => lineOf("/functions/v1/auth-me")).toMatchObject({ user: user?.["id"] });
  await expect.poll(() => lineOf("/healthz")).toBeDefined();
  expect(lineOf("/healthz")).not.toHaveProperty("user");
});

interface Listed {
  readonly id: string;
  readonly is_this: boolean;
}

const listed = async (app: TestApp, cookie: string) =>
  (await deskCall(app, cookie, "GET auth-sessions")).body as unknown as Listed[];

test("users see where they are signed in, and end one session or all others, but nobody else's", async () => {
  const app = await buildTestApp();
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Firefox/142.0" };
  await app.postJson("/functions/v1/auth-login", testAdmin, headers);
  app.advance(minute);
  const [other, mine] = [await app.signIn(), await app.signIn()];
  const sessions = await listed(app, mine);
  expect(sessions.map(({ is_this }) => is_this).toSorted()).toEqual([false, false, true]);
  expect(sessions.at(-1)).toMatchObject({ browser: "Firefox on Linux" });

  const { id } = (await listed(app, other)).find(({ is_this }) => is_this)!;
  const { cookie: mere } = await addStaff(app);
  expect((await deskCall(app, mere, `DELETE auth-sessions/${id}`)).status).toBe(404);
  expect((await deskCall(app, mine, `DELETE auth-sessions/${id}`)).status).toBe(200);
  expect([await me(app, other), await refresh(app, other), await me(app, mine)]).toEqual([401, 401, 200]);

  await deskCall(app, mine, "DELETE auth-sessions");
  expect(await listed(app, mine)).toMatchObject([{ is_this: true }]);
});
