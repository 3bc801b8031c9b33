import { expect, test } from "vitest";

import { firm } from "#domain/firm.ts";
import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, deskCall, trySignIn } from "#tests/staff.ts";

const { password } = testAdmin;
const next = "seven muddy gumboots";

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
    ["a common new one", { current: password, next: "Password12345" }, 400, "next"],
    ["our own name", { current: password, next: `riding with ${firm.trading_name}` }, 400, "next"],
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

test("the name comes with the first password, and nothing is changed if it is none", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const send = (full_name: string) =>
    deskCall(app, cookie, "POST auth-password", { current: password, next, full_name });
  for (const none of [" ", "Administrator", "mere@farm.example"])
    expect(await send(none)).toMatchObject({ status: 400, body: { field: "full_name" } });
  expect((await trySignIn(app)).status).toBe(200);
  expect((await send("Mere Tāne")).status).toBe(200);
  expect((await deskCall(app, cookie, "GET auth-me")).body).toMatchObject({ full_name: "Mere Tāne" });
  expect((await trySignIn(app, { password: next })).status).toBe(200);
});

test("someone at an open browser cannot try passwords without limit, and the audit list has each", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () =>
      deskCall(app, cookie, "POST auth-password", { current: "a guess", next }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
  const events = (await app.rows("audit_entries")).map((entry) => entry["event"]);
  expect(events.filter((event) => event === "own-password-refused")).toHaveLength(10);
});

test("a stored choice of list that cannot be read is left out", async () => {
  const app = await buildTestApp();
  const { cookie } = await addStaff(app, { last_list: "damaged" });
  const { status, body } = await deskCall(app, cookie, "GET auth-me");
  expect([status, body["last_list"]]).toEqual([200, undefined]);
});
