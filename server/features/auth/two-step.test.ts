import { expect, test } from "vitest";

import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { appCode, deskCall, insertUser, trySignIn } from "#tests/staff.ts";

const step = 30_000;
const { password } = testAdmin;

/** An app whose admin has two-step sign-in on; `code()` is what the phone shows now. */
async function withTwoStep() {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { body } = await deskCall(app, cookie, "POST auth-two-step", { password });
  const secret = String(body["secret"]);
  const code = () => appCode(secret, app.app.services.now().getTime());
  const confirmed = await deskCall(app, cookie, "PUT auth-two-step", { code: code() });
  app.advance(step);
  return { app, cookie, code, recoveryCodes: confirmed.body["recovery_codes"] as string[] };
}

const codeWanted = { success: false, error: expect.any(String), code_required: true };

test("with two-step sign-in on, the password alone asks for a code and sets no cookie", async () => {
  const { app, code } = await withTwoStep();
  const asked = await trySignIn(app);
  expect(asked).toEqual({ status: 401, body: codeWanted, cookie: "" });
  expect(await trySignIn(app, { code: code() })).toMatchObject({ status: 200, body: { success: true } });
});

test("a wrong password is refused without asking for a code", async () => {
  const { app, code } = await withTwoStep();
  const refused = await trySignIn(app, { password: "wrong", code: code() });
  expect(refused.status).toBe(401);
  expect(refused.body).not.toHaveProperty("code_required");
});

test("a code counts once, even if it is sent twice at the same time", async () => {
  const { app, code } = await withTwoStep();
  const twice = await Promise.all([trySignIn(app, { code: code() }), trySignIn(app, { code: code() })]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect((await trySignIn(app, { code: code() })).body).toEqual(codeWanted);
});

test("the code that switched two-step sign-in on does not sign in as well", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { body } = await deskCall(app, cookie, "POST auth-two-step", { password });
  const code = appCode(String(body["secret"]), app.app.services.now().getTime());
  await deskCall(app, cookie, "PUT auth-two-step", { code });
  expect((await trySignIn(app, { code })).status).toBe(401);
});

test("a recovery code signs in once in any spelling, and nine are left", async () => {
  const { app, recoveryCodes } = await withTwoStep();
  expect(new Set(recoveryCodes).size).toBe(10);
  const code = ` ${recoveryCodes[3]!.toLowerCase().replaceAll("-", " ")} `;
  const first = await trySignIn(app, { code });
  expect(first.status).toBe(200);
  expect((await trySignIn(app, { code })).status).toBe(401);
  const state = await deskCall(app, first.cookie, "GET auth-two-step");
  expect(state.body).toEqual({ is_on: true, recovery_codes_left: 9 });
});

test("neither the secret nor the recovery codes can be read in the database", async () => {
  const { app, recoveryCodes } = await withTwoStep();
  const rows = JSON.stringify([await app.rows("two_step"), await app.rows("recovery_codes")]);
  expect(rows).not.toContain(recoveryCodes[0]!.replaceAll("-", ""));
  const { cookie } = await trySignIn(app, { code: recoveryCodes[1]! });
  expect(JSON.stringify(await deskCall(app, cookie, "GET users"))).not.toMatch(/secret|hash/);
});

test("after 20 wrong codes in a day even the right one has to wait", async () => {
  const { app, code } = await withTwoStep();
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 7 }, () => trySignIn(app, { code: "ZZZZZZ" })));
    app.advance(15 * 60_000 + 1);
  }
  expect((await trySignIn(app, { code: code() })).status).toBe(429);
});

test("two-step sign-in that is on cannot be set up again", async () => {
  const { app, cookie, code } = await withTwoStep();
  expect((await deskCall(app, cookie, "POST auth-two-step", { password, code: code() })).status).toBe(409);
});

test("new recovery codes make the former ones useless", async () => {
  const { app, cookie, recoveryCodes } = await withTwoStep();
  const proof = { password, code: recoveryCodes[1] };
  const { body } = await deskCall(app, cookie, "POST auth-recovery-codes", proof);
  expect((await trySignIn(app, { code: recoveryCodes[0]! })).status).toBe(401);
  const [renewed = ""] = body["recovery_codes"] as string[];
  expect((await trySignIn(app, { code: renewed })).status).toBe(200);
});

test("once two-step sign-in is off, the password is enough again", async () => {
  const { app, cookie, code } = await withTwoStep();
  const proof = { password, code: code() };
  expect((await deskCall(app, cookie, "POST auth-two-step-off", proof)).status).toBe(200);
  expect((await trySignIn(app)).status).toBe(200);
});

test("with two steps on, what makes an open desk the whole account takes the password and a code, each once", async () => {
  const { app, cookie, code } = await withTwoStep();
  const staff = await insertUser(app, {});
  for (const [call, body] of [
    ["POST auth-two-step-off"],
    ["POST auth-recovery-codes"],
    ["POST users", { full_name: "Hana", email: "hana@quadkea.example" }],
    [`POST users/${staff.id}/password-link`],
    [`PATCH users/${staff.id}`, { role: "owner" }],
  ] as const) {
    const send = (proof: object) => deskCall(app, cookie, call, { ...body, ...proof });
    expect(await send({ code: code() })).toMatchObject({ status: 403, body: { field: "password" } });
    for (const given of [{}, { code: "000000" }])
      expect(await send({ password, ...given })).toMatchObject({ status: 403, body: { field: "code" } });
  }
  const renew = () => deskCall(app, cookie, "POST auth-recovery-codes", { password, code: code() });
  expect([(await renew()).status, (await renew()).status]).toEqual([200, 403]);
});

test("a set-up that was never confirmed changes nothing, and a wrong first code does not confirm it", async () => {
  const app: TestApp = await buildTestApp();
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST auth-two-step", { password });
  expect((await deskCall(app, cookie, "PUT auth-two-step", { code: "000000x" })).status).toBe(400);
  expect((await trySignIn(app)).status).toBe(200);
});

test("while setting up, the 21st wrong first code of a day has to wait, and so has the right one", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { body } = await deskCall(app, cookie, "POST auth-two-step", { password });
  const enter = (code: string) => deskCall(app, cookie, "PUT auth-two-step", { code });
  for (let tries = 0; tries < 20; tries += 1) expect((await enter("000000x")).status).toBe(400);
  const right = appCode(String(body["secret"]), app.app.services.now().getTime());
  expect(await enter(right)).toMatchObject({ status: 429, body: { field: "code" } });
});
