import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { hashingLanes } from "#server/platform/passwords/passwords.ts";
import { buildTestApp, cookieHeader, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { behindProxy, range } from "#tests/many-visitors.ts";
import { addStaff, addUser, deskCall, trySignIn } from "#tests/staff.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const { password } = testAdmin;
/** Too long to be a password: refused without the work of hashing it. */
const tooLong = "x".repeat(2000);

/** Uses up the attempts of unknown browsers at one account. */
async function lockStrangersOut(app: TestApp, email = testAdmin.email): Promise<void> {
  await Promise.all(range(1, 10).map(() => trySignIn(app, { email, password: tooLong })));
}

test("signing in sets cookies that scripts cannot read, and auth-me knows the user", async () => {
  const app = await buildTestApp();
  const answer = await app.postJson("/functions/v1/auth-login", testAdmin);
  expect(await answer.json()).toEqual({ success: true });
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const flag of ["__Host-", "HttpOnly", "Secure", "SameSite=Strict"])
    for (const cookie of cookies) expect(cookie).toContain(flag);
  const me = await deskCall(app, cookieHeader(answer), "GET auth-me");
  expect(me.body).toEqual({
    id: expect.any(String),
    email: testAdmin.email,
    full_name: "Administrator",
    role: "admin",
    desk_role: "owner",
    live_start: { last_event: 0 },
  });
});

test("a wrong password, an unknown user and what is no password are refused with a message and no cookie", async () => {
  const app = await buildTestApp();
  for (const [body, status] of [
    [{ email: testAdmin.email, password: "wrong" }, 401],
    [{ email: "nobody@quadkea.example", password }, 401],
    [{ email: testAdmin.email }, 400],
    [{ email: testAdmin.email, password: {} }, 400],
  ] as const) {
    const answer = await app.postJson("/functions/v1/auth-login", body);
    const refusal = { body, status: answer.status, ...(await answer.json()) };
    expect(refusal).toMatchObject({ body, status, success: false, error: expect.any(String) });
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test("sign-in and sign-out sent by another site are refused", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const foreign = { "sec-fetch-site": "cross-site", cookie };
  expect((await app.postJson("/functions/v1/auth-login", testAdmin, foreign)).status).toBe(403);
  expect((await app.postJson("/functions/v1/auth-logout", {}, foreign)).status).toBe(403);
  expect((await deskCall(app, cookie, "GET auth-me")).status).toBe(200);
});

test("after ten failures unknown browsers have to wait, but a browser that has signed in before does not", async () => {
  const app = await buildTestApp();
  const { cookie } = await trySignIn(app);
  await lockStrangersOut(app);
  const eleventh = await app.postJson("/functions/v1/auth-login", testAdmin);
  expect(eleventh.status).toBe(429);
  expect(Number(eleventh.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await trySignIn(app, {}, cookie)).status).toBe(200);
  app.advance(15 * minute + 1);
  expect((await trySignIn(app)).status).toBe(200);
});

test("a known browser has ten guesses of its own, for one account, for 180 days", async () => {
  const app = await buildTestApp();
  const { cookie } = await trySignIn(app);
  const mere = await addStaff(app);
  await lockStrangersOut(app);
  expect((await trySignIn(app, {}, mere.cookie)).status).toBe(429);
  const guesses = range(1, 12).map(() => trySignIn(app, { password: tooLong }, cookie));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(10).fill(401), 429, 429]);
  app.advance(180 * day);
  await lockStrangersOut(app);
  expect((await trySignIn(app, {}, cookie)).status).toBe(429);
});

test("100 failures from one address stop unknown browsers there, but not a known one", async () => {
  const app = await buildTestApp();
  const { cookie } = await trySignIn(app);
  for (const batch of range(1, 10)) {
    const emails = range(1, 10).map((number) => `${batch}-${number}@farm.example`);
    await Promise.all(emails.map((email) => trySignIn(app, { email, password: tooLong })));
  }
  expect((await trySignIn(app)).status).toBe(429);
  expect((await trySignIn(app, {}, cookie)).status).toBe(200);
});

/** Does the work while forty connections guess passwords, each time from another address. */
async function duringFlood<Result>(app: TestApp, work: () => Promise<Result>): Promise<Result> {
  const flooding = new AbortController();
  const flood = range(1, 40).map(async (guesser) => {
    for (let number = 0; !flooding.signal.aborted; number += 1) {
      const body = { email: `${number}-${guesser}@farm.example`, password: "a guess" };
      const from = { "x-forwarded-for": `198.51.${guesser}.${number % 250}` };
      await (await app.postJson("/functions/v1/auth-login", body, from)).arrayBuffer();
      await delay(20);
    }
  });
  await delay(300);
  try {
    return await work();
  } finally {
    flooding.abort();
    await Promise.all(flood);
  }
}

test("guesses from many addresses at once neither keep a known browser out nor stop staff working", async () => {
  const app = await buildTestApp({ environment: behindProxy });
  let { cookie } = await trySignIn(app);
  const next = "seven muddy gumboots";
  await duringFlood(app, async () => {
    for (let number = 0; number < 4; number += 1) {
      const known = await trySignIn(app, {}, cookie);
      expect(known.status).toBe(200);
      ({ cookie } = known);
    }
    expect(await addUser(app, cookie, "mere@quadkea.example")).toMatch(/^[\w-]{43}$/);
    const changed = await deskCall(app, cookie, "POST auth-password", { current: password, next });
    expect(changed.status).toBe(200);
  });
});

/** Does the work while every place in the lane is taken. */
async function whileFull<Result>(
  lane: keyof typeof hashingLanes,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const places = lane === "visitors" ? 22 : 21; // Running and waiting together.
  const taken = range(1, places).map(() => hashingLanes[lane].run(() => isOver));
  try {
    return await work();
  } finally {
    end();
    await Promise.all(taken);
  }
}

test.for(["visitors", "staff"] as const)(
  "a try that finds the lane of %s full has to wait seconds, and does not count as a failure",
  async (lane) => {
    const app = await buildTestApp();
    const { cookie } = lane === "staff" ? await trySignIn(app) : { cookie: "" };
    const tries = await whileFull(lane, () =>
      Promise.all(range(1, 12).map(() => trySignIn(app, {}, cookie))),
    );
    expect(tries.map(({ status }) => status)).toEqual(Array(12).fill(429));
    expect((await trySignIn(app, {}, cookie)).status).toBe(200);
  },
);

test("the made-up password works for a week; after it the refusal says who sets a new one, and is no failed guess", async () => {
  const app = await buildTestApp({ environment: { LIMIT_LOGIN_FAILURES: "2" } });
  const ends = new Date(app.app.services.now().getTime() + 60_000).toISOString();
  const staff = await addStaff(app, { password_ends_at: ends });
  app.advance(60_000);
  for (let again = 0; again < 3; again += 1)
    expect(await trySignIn(app, staff)).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining(`npm run admin -- password ${staff.email}`) },
    });
  expect((await trySignIn(app, { ...staff, password: "not this one" })).body["error"]).not.toContain("npm");
});
