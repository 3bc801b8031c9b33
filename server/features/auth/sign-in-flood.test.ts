import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { hashingLanes } from "#server/platform/passwords/passwords.ts";
import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { behindProxy, range } from "#tests/many-visitors.ts";
import { addUser, deskCall, trySignIn } from "#tests/staff.ts";

const { password } = testAdmin;
/** Running and waiting together. */
const placesInLane = { visitors: 22, staff: 21 } as const;

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

/** Does the work while every place in the lane is taken. */
async function whileFull<Result>(
  lane: keyof typeof placesInLane,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const taken = range(1, placesInLane[lane]).map(() => hashingLanes[lane].run(() => isOver));
  try {
    return await work();
  } finally {
    end();
    await Promise.all(taken);
  }
}

test("100 failures from one address stop unknown browsers there, but not a known one", async () => {
  const app = await buildTestApp();
  const { cookie } = await trySignIn(app);
  // Too long to be a password: refused without the work of hashing it.
  const tooLong = "x".repeat(2000);
  for (const batch of range(1, 10)) {
    const emails = range(1, 10).map((number) => `${batch}-${number}@farm.example`);
    await Promise.all(emails.map((email) => trySignIn(app, { email, password: tooLong })));
  }
  expect((await trySignIn(app)).status).toBe(429);
  expect((await trySignIn(app, {}, cookie)).status).toBe(200);
});

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
    expect(await addUser(app, cookie, "mere@quadkea.example")).toMatch(/^[\w-]{16}$/);
    const changed = await deskCall(app, cookie, "POST auth-password", { current: password, next });
    expect(changed.status).toBe(200);
  });
});

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

test("while too many passwords are being checked, changing one or adding a user returns when to try again", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const calls = {
    "auth-password": { current: password, next: "seven muddy gumboots" },
    users: { email: "mere@quadkea.example", full_name: "Mere" },
  };
  for (const [name, body] of Object.entries(calls)) {
    const refused = await whileFull("staff", () => app.postJson(`/functions/v1/${name}`, body, { cookie }));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(await refused.json()).toMatchObject({ success: false, error: expect.any(String) });
  }
});
