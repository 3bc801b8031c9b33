import { expect, test } from "vitest";

import { business } from "#domain/business.ts";
import { buildTestApp, cookieHeader, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, deskCall, trySignIn } from "#tests/staff.ts";

const { password } = testAdmin;
const next = "seven muddy gumboots";
const minute = 60_000;

const isSignedIn = async (app: TestApp, cookie: string) =>
  (await deskCall(app, cookie, "GET auth-me")).status === 200;

test("a new password takes effect at once and ends every other session", async () => {
  const app = await buildTestApp();
  const [mine, other] = [await app.signIn(), await app.signIn()];
  const changed = await deskCall(app, mine, "POST auth-password", { current: password, next });
  expect(changed).toEqual({ status: 200, body: { success: true } });
  expect([await isSignedIn(app, mine), await isSignedIn(app, other)]).toEqual([true, false]);
  expect((await trySignIn(app)).status).toBe(401);
  expect((await trySignIn(app, { password: next })).status).toBe(200);
});

test("an invalid new password changes nothing, and the response names the wrong field", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const changes = [
    ["a wrong current one", { current: "not this one", next }, 403, "current"],
    ["a short new one", { current: password, next: "short" }, 400, "next"],
    ["a common new one", { current: password, next: "Password12345" }, 400, "next"],
    ["our own name", { current: password, next: `riding with ${business.name}` }, 400, "next"],
    ["the same one again", { current: password, next: password }, 400, "next"],
    ["nothing", {}, 400, undefined],
  ] as const;
  for (const [name, change, status, field] of changes) {
    const refused = await deskCall(app, cookie, "POST auth-password", change);
    expect([name, refused.status, refused.body["field"]]).toEqual([name, status, field]);
    expect(refused.body).toMatchObject({ success: false, error: expect.any(String) });
  }
  expect((await trySignIn(app)).status).toBe(200);
});

test("someone at an open browser cannot try passwords without limit", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () =>
      deskCall(app, cookie, "POST auth-password", { current: "a guess", next }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
});

test("entering a wrong password of one's own is in the audit list", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST auth-confirm", { password: "not this one" });
  const events = (await app.rows("audit_entries")).map((entry) => entry["event"]);
  expect(events).toEqual(["signed-in", "own-password-refused"]);
});

test("a password reset wins over a password change that was in progress", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { id, email, password: current, cookie: mere } = await addStaff(app);
  const another = "kōwhai over the woolshed";
  const [changed, reset] = await Promise.all([
    deskCall(app, mere, "POST auth-password", { current, next: another }),
    deskCall(app, cookie, `POST users/${id}/first-password`),
  ]);
  expect([changed.status, reset.status]).toEqual([expect.toBeOneOf([200, 401, 409]), 200]);
  expect((await trySignIn(app, { email, password: another })).status).toBe(401);
  expect((await trySignIn(app, { email, password: String(reset.body["password"]) })).status).toBe(200);
});

test("the list of one's own sessions names the browser and the time, and marks the current one", async () => {
  const app = await buildTestApp();
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Firefox/142.0" };
  await app.postJson("/functions/v1/auth-login", testAdmin, headers);
  app.advance(minute);
  const cookie = await app.signIn();
  const sessions = (await deskCall(app, cookie, "GET auth-sessions")).body as unknown;
  expect(sessions).toMatchObject([
    { is_this: true, browser: "Unknown browser" },
    { is_this: false, browser: "Firefox on Linux" },
  ]);
});

test("a session ended from another browser is over at once and cannot be renewed", async () => {
  const app = await buildTestApp();
  const [mine, other] = [await app.signIn(), await app.signIn()];
  const sessions = (await deskCall(app, mine, "GET auth-sessions")).body as unknown as {
    id: string;
    is_this: boolean;
  }[];
  const { id } = sessions.find(({ is_this }) => !is_this)!;
  expect((await deskCall(app, mine, `DELETE auth-sessions/${id}`)).status).toBe(200);
  expect(await isSignedIn(app, other)).toBe(false);
  expect((await deskCall(app, other, "POST auth-refresh")).status).toBe(401);
  expect((await deskCall(app, mine, `DELETE auth-sessions/${id}`)).status).toBe(404);
});

test("all other sessions end together", async () => {
  const app = await buildTestApp();
  const others = [await app.signIn(), await app.signIn()];
  const mine = await app.signIn();
  await deskCall(app, mine, "DELETE auth-sessions");
  expect(await Promise.all(others.map((cookie) => isSignedIn(app, cookie)))).toEqual([false, false]);
  expect(await isSignedIn(app, mine)).toBe(true);
});

test("nobody ends the session of somebody else", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { cookie: mere } = await addStaff(app);
  const [{ id }] = (await deskCall(app, cookie, "GET auth-sessions")).body as unknown as [{ id: string }];
  expect((await deskCall(app, mere, `DELETE auth-sessions/${id}`)).status).toBe(404);
  expect(await isSignedIn(app, cookie)).toBe(true);
});

test("a password change sent by another site is refused", async () => {
  const app = await buildTestApp();
  const cookie = cookieHeader(await app.postJson("/functions/v1/auth-login", testAdmin));
  const foreign = { "sec-fetch-site": "cross-site", cookie };
  const body = { current: password, next };
  expect((await app.postJson("/functions/v1/auth-password", body, foreign)).status).toBe(403);
});
