import { expect, test } from "vitest";

import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addUser, deskCall, trySignIn } from "#tests/staff.ts";

const mere = "mere@quadkea.example";
const day = 24 * 60 * 60_000;

interface Account {
  readonly id: string;
  readonly email: string;
}

async function accountOf(app: TestApp, cookie: string, email: string): Promise<Account> {
  const accounts = (await deskCall(app, cookie, "GET users")).body as unknown as Account[];
  return accounts.find((account) => account.email === email)!;
}

test("a new user signs in with the password that was shown once, and is asked to choose another", async () => {
  const app = await buildTestApp();
  const first = await addUser(app, await app.signIn(), " Mere@QuadKea.example ");
  const signedIn = await trySignIn(app, { email: mere, password: first });
  expect(signedIn.body).toEqual({ success: true, choose_password: true });
  const next = "kōwhai over the woolshed";
  await deskCall(app, signedIn.cookie, "POST auth-password", { current: first, next });
  expect((await trySignIn(app, { email: mere, password: next })).body).toEqual({ success: true });
});

test("an unused first password expires after a week, and the refusal says so", async () => {
  const app = await buildTestApp();
  const first = await addUser(app, await app.signIn(), mere);
  app.advance(7 * day);
  const refused = await trySignIn(app, { email: mere, password: first });
  expect(refused).toMatchObject({ status: 401, body: { error: expect.stringContaining("expired") } });
  const renewed = await deskCall(
    app,
    await app.signIn(),
    `POST users/${(await accountOf(app, await app.signIn(), mere)).id}/first-password`,
  );
  const again = await trySignIn(app, { email: mere, password: String(renewed.body["password"]) });
  expect(again.status).toBe(200);
});

test("an invalid user is not added, and the response names the wrong field", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const invalidUsers = [
    ["no name", { email: mere }, 400, "full_name"],
    ["no address", { full_name: "Mere" }, 400, "email"],
    ["two addresses", { full_name: "Mere", email: `${mere}, x@y.nz` }, 400, "email"],
    ["an address that is taken", { full_name: "Mere", email: testAdmin.email.toUpperCase() }, 409, "email"],
    ["a role", { full_name: "Mere", email: mere, role: "owner" }, 400, "role"],
  ] as const;
  for (const [name, fields, status, field] of invalidUsers) {
    const answer = await deskCall(app, cookie, "POST users", fields);
    expect([name, answer.status, answer.body["field"]]).toEqual([name, status, field]);
  }
  expect(await app.rows("users")).toHaveLength(1);
});

test("disabling a user ends all sessions at once and refuses sign-ins; enabling allows them again", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const first = await addUser(app, cookie, mere);
  const [one, two] = [
    await trySignIn(app, { email: mere, password: first }),
    await trySignIn(app, { email: mere, password: first }),
  ];
  const { id } = await accountOf(app, cookie, mere);
  expect((await deskCall(app, cookie, `PATCH users/${id}`, { disabled: true })).status).toBe(200);
  for (const { cookie: theirs } of [one, two]) {
    expect((await deskCall(app, theirs, "GET auth-me")).status).toBe(401);
    expect((await deskCall(app, theirs, "POST auth-refresh")).status).toBe(401);
  }
  expect((await trySignIn(app, { email: mere, password: first })).status).toBe(401);
  await deskCall(app, cookie, `PATCH users/${id}`, { disabled: false });
  expect((await deskCall(app, one.cookie, "GET auth-me")).status).toBe(401);
  expect((await trySignIn(app, { email: mere, password: first })).status).toBe(200);
});

test("an unknown user cannot be changed", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const unknownIds = ["7a3f5c1e-1f7e-4a57-9d57-6a3c0f3c9b11", "x"];
  for (const id of unknownIds) {
    expect((await deskCall(app, cookie, `PATCH users/${id}`, { disabled: true })).status).toBe(404);
    expect((await deskCall(app, cookie, `POST users/${id}/first-password`)).status).toBe(404);
  }
});
