import { expect, test } from "vitest";

import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, deskCall, trySignIn } from "#tests/staff.ts";

const next = "seven muddy gumboots";
const day = 24 * 60 * 60_000;

/** Uses up the attempts of unknown browsers at the admin's account. */
async function lockStrangersOut(app: TestApp): Promise<void> {
  // Too long to be a password: refused without the work of hashing it.
  const tooLong = "x".repeat(2000);
  await Promise.all(Array.from({ length: 10 }, () => trySignIn(app, { password: tooLong })));
}

const statusWith = async (app: TestApp, cookie: string, password = testAdmin.password) =>
  (await trySignIn(app, { password }, cookie)).status;

test("a browser is known for 180 days after its last sign-in", async () => {
  const app = await buildTestApp();
  const { cookie } = await trySignIn(app);
  app.advance(180 * day - 60_000);
  await lockStrangersOut(app);
  expect(await statusWith(app, cookie)).toBe(200);
  app.advance(60_000);
  expect(await statusWith(app, cookie)).toBe(429);
});

test("after a password change only the browser that changed it is known", async () => {
  const app = await buildTestApp();
  const [mine, other] = [await trySignIn(app), await trySignIn(app)];
  const change = { current: testAdmin.password, next };
  const changed = await app.postJson("/functions/v1/auth-password", change, { cookie: mine.cookie });
  const [device = ""] = changed.headers.getSetCookie();
  await lockStrangersOut(app);
  expect(await statusWith(app, other.cookie, next)).toBe(429);
  expect(await statusWith(app, mine.cookie, next)).toBe(429);
  expect(await statusWith(app, device, next)).toBe(200);
});

test("a browser known to one account is unknown to another", async () => {
  const app = await buildTestApp();
  const mere = await addStaff(app);
  await lockStrangersOut(app);
  expect(await statusWith(app, mere.cookie)).toBe(429);
});

test("a known browser has ten guesses of its own in fifteen minutes, and no more", async () => {
  const app = await buildTestApp();
  const { cookie } = await trySignIn(app);
  app.advance(1);
  const other = await trySignIn(app);
  const guesses = Array.from({ length: 12 }, () => statusWith(app, cookie, "x".repeat(2000)));
  expect((await Promise.all(guesses)).toSorted()).toEqual([...Array(10).fill(401), 429, 429]);
  expect(await statusWith(app, cookie)).toBe(429);
  expect(await deskCall(app, cookie, "GET auth-me")).toMatchObject({ status: 200 });
  expect(await statusWith(app, other.cookie)).toBe(200);
});

test("no browser is known while its user is disabled", async () => {
  const app = await buildTestApp();
  const { id, email, password, cookie } = await addStaff(app);
  await app.app.services.database.write((tx) =>
    tx.updateTable("users").set({ disabled_at: new Date().toISOString() }).where("id", "=", id).execute(),
  );
  const tooLong = { email, password: "x".repeat(2000) };
  await Promise.all(Array.from({ length: 10 }, () => trySignIn(app, tooLong)));
  expect((await trySignIn(app, { email, password }, cookie)).status).toBe(429);
});

test("a stored choice of list that cannot be read is left out", async () => {
  const app = await buildTestApp();
  const { cookie } = await addStaff(app, { last_list: "damaged" });
  const { status, body } = await deskCall(app, cookie, "GET auth-me");
  expect([status, body["last_list"]]).toEqual([200, undefined]);
});
