import { expect, test } from "vitest";

import { buildTestApp, cookieHeader, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, confirmAgain, deskCall, trySignIn } from "#tests/staff.ts";

function refresh(app: TestApp, cookie: string): Promise<Response> {
  return app.fetch("/functions/v1/auth-refresh", { method: "POST", headers: { cookie } });
}

async function meStatus(app: TestApp, cookie: string): Promise<number> {
  return (await deskCall(app, cookie, "GET auth-me")).status;
}

test("entering the password again ends every copy of the former access token", async () => {
  const app = await buildTestApp();
  const copied = await app.signIn();
  const { cookie } = await confirmAgain(app, copied);
  expect(await meStatus(app, copied)).toBe(401);
  expect(await meStatus(app, cookie)).toBe(200);
  expect((await deskCall(app, cookie, "GET auth-sessions")).body).toMatchObject([{ is_this: true }]);
});

test("while one tab enters the password again, calls of another go on after one refresh, within ten seconds", async () => {
  const app = await buildTestApp();
  const otherTab = await app.signIn();
  const { cookie } = await confirmAgain(app, otherTab);
  app.advance(10_000);
  const refreshed = await refresh(app, otherTab);
  expect(refreshed.status).toBe(200);
  expect(await meStatus(app, cookieHeader(refreshed))).toBe(200);
  expect((await deskCall(app, cookieHeader(refreshed), "DELETE auth-sessions")).status).toBe(200);
  app.advance(1);
  expect((await refresh(app, otherTab)).status).toBe(401);
  expect(await meStatus(app, cookie)).toBe(401);
});

test("a sign-in ends the session that the browser had, whoever's it was; a refused one ends nothing", async () => {
  const app = await buildTestApp();
  const owner = await app.signIn();
  const { email, password } = await addStaff(app);
  await trySignIn(app, { email, password: "a guess" }, owner);
  expect(await meStatus(app, owner)).toBe(200);
  const mere = await trySignIn(app, { email, password }, owner);
  expect(await meStatus(app, owner)).toBe(401);
  expect((await refresh(app, owner)).status).toBe(401);
  expect(await meStatus(app, mere.cookie)).toBe(200);
  const { body } = await deskCall(app, await app.signIn(), "GET audit?group=sign-in");
  const entries = expect.arrayContaining([
    expect.objectContaining({ words: "Signed out", actor: "Administrator" }),
  ]);
  expect(body["entries"]).toEqual(entries);
});
