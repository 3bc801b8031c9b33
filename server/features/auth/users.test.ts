import { expect, test } from "vitest";

import { firm } from "#domain/firm.ts";
import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, addUser, deskCall, type DeskResponse, trySignIn } from "#tests/staff.ts";

const mere = "mere@quadkea.example";
const day = 24 * 60 * 60_000;
const since = "2026-11-01T00:00:00.000Z";
const chosen = "kōwhai over the woolshed";
const { password } = testAdmin;

async function idOf(app: TestApp, email: string): Promise<string> {
  return String((await app.rows("users")).find((row) => row["email"] === email)?.["id"]);
}

async function choose(app: TestApp, token: string, next = chosen) {
  const answer = await app.postJson("/functions/v1/auth-choose-password", { token, password: next });
  return { status: answer.status, body: await answer.json() };
}

const change = (app: TestApp, cookie: string, id: string, body: object): Promise<DeskResponse> =>
  deskCall(app, cookie, `PATCH users/${id}`, body);

test("a new user chooses a password by the link, once, and signs in with it", async () => {
  const app = await buildTestApp();
  const token = await addUser(app, await app.signIn(), " Mere@QuadKea.example ");
  expect(JSON.stringify(await app.rows("users"))).not.toContain(token);
  expect((await trySignIn(app, { email: mere, password: "" })).status).toBe(400);
  const common = await choose(app, token, "Password12345");
  expect(common).toMatchObject({ status: 400, body: { field: "next" } });
  expect((await choose(app, token)).status).toBe(200);
  expect((await trySignIn(app, { email: mere, password: chosen })).body).toEqual({ success: true });
  expect((await choose(app, token, "seven muddy gumboots")).status).toBe(409);
});

test("a lost password is replaced by a link: the old one and its sessions end when a new one is chosen", async () => {
  const app = await buildTestApp();
  const { id, email, password: lost, cookie } = await addStaff(app);
  const owner = await app.signIn();
  const first = String(
    (await deskCall(app, owner, `POST users/${id}/password-link`, { password })).body["token"],
  );
  const second = String(
    (await deskCall(app, owner, `POST users/${id}/password-link`, { password })).body["token"],
  );
  expect((await choose(app, first)).status).toBe(409);
  expect((await trySignIn(app, { email, password: lost })).status).toBe(200);
  expect((await choose(app, second)).status).toBe(200);
  expect((await deskCall(app, cookie, "GET auth-me")).status).toBe(401);
  expect((await trySignIn(app, { email, password: lost })).status).toBe(401);
});

test("a link ends after a week, and when its user is disabled", async () => {
  const app = await buildTestApp();
  const { id } = await addStaff(app);
  const link = async () =>
    String(
      (await deskCall(app, await app.signIn(), `POST users/${id}/password-link`, { password })).body["token"],
    );
  const old = await link();
  app.advance(7 * day);
  expect((await choose(app, old)).status).toBe(409);
  const open = await link();
  const owner = await app.signIn();
  await change(app, owner, id, { disabled: true, password });
  await change(app, owner, id, { disabled: false });
  expect((await choose(app, open)).status).toBe(409);
});

test("an open desk is not the account: a link, a new user, a new owner and two-step sign-in take the password, and nobody gets a link for themselves", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { id } = await addStaff(app);
  for (const wrong of [{}, { password: "" }, { password: "not this one" }]) {
    const link = await deskCall(app, cookie, `POST users/${id}/password-link`, wrong);
    const owner = await change(app, cookie, id, { role: "owner", ...wrong });
    const added = await deskCall(app, cookie, "POST users", { full_name: "Mere", email: "m@x.nz", ...wrong });
    const twoStep = await deskCall(app, cookie, "POST auth-two-step", wrong);
    for (const refused of [link, owner, added, twoStep])
      expect(refused).toMatchObject({ status: 403, body: { field: "password" } });
  }
  const own = await deskCall(app, cookie, `POST users/${await idOf(app, testAdmin.email)}/password-link`, {
    password,
  });
  expect(own).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("Change your own password") },
  });
  expect((await app.rows("users")).filter((row) => row["reset_hash"] !== null)).toEqual([]);
  expect(await app.rows("two_step")).toEqual([]);
});

test("whoever's password was changed is mailed, by whatever way; a made-up address has the shop's own mailbox", async () => {
  const app = await buildTestApp();
  const { id, email, cookie, password: current } = await addStaff(app);
  await deskCall(app, cookie, "POST auth-password", { current, next: chosen });
  const link = await deskCall(app, await app.signIn(), `POST users/${id}/password-link`, { password });
  await choose(app, String(link.body["token"]), "seven wet gumboots");
  const first = await addStaff(app, { email: "admin@localhost.example" });
  await deskCall(app, first.cookie, "POST auth-password", { current: first.password, next: chosen });
  await app.app.run("outbox");
  const mails = await app.mails();
  const addresses = mails.map(({ to }) => to?.[0]?.address ?? "");
  expect(addresses.toSorted()).toEqual([email, email, "sales@quadkea.example"]);
  for (const mail of mails) {
    expect(mail.subject).toBe("Your password was changed");
    expect(mail.text?.replaceAll(/\s+/g, " ")).toContain(`If it was not you, ring ${firm.phone} at once`);
    expect(mail.html).not.toContain("href");
  }
  app.advance(31 * day);
  await app.app.run("old rows");
  expect(await app.rows("outbox")).toEqual([]);
});

test("an invalid user is not added, and the response names the wrong field", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const invalidUsers = [
    ["no name", { email: mere }, 400, "full_name"],
    ["no address", { full_name: "Mere" }, 400, "email"],
    ["two addresses", { full_name: "Mere", email: `${mere}, x@y.nz` }, 400, "email"],
    ["an address that is taken", { full_name: "Mere", email: testAdmin.email.toUpperCase() }, 409, "email"],
    ["a role that there is not", { full_name: "Mere", email: mere, role: "admin" }, 400, "role"],
  ] as const;
  for (const [name, fields, status, field] of invalidUsers) {
    const answer = await deskCall(app, cookie, "POST users", { ...fields, password });
    expect([name, answer.status, answer.body["field"]]).toEqual([name, status, field]);
  }
  expect(await app.rows("users")).toHaveLength(1);
});

test("a new user has the role that the owner chose, staff if none", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  for (const [email, role] of [
    ["mere@farm.example", { role: "yard" }],
    ["tane@farm.example", {}],
  ] as const)
    await deskCall(app, cookie, "POST users", { full_name: "Mere", email, ...role, password });
  const users = (await deskCall(app, cookie, "GET users")).body;
  expect(users).toMatchObject([
    { email: "mere@farm.example", role: "yard" },
    { email: testAdmin.email, role: "owner" },
    { email: "tane@farm.example", role: "staff" },
  ]);
  expect((await deskCall(app, cookie, "GET audit?group=account")).body["entries"]).toMatchObject([
    { words: "Added Mere" },
    { words: "Changed the role of Mere from Staff to Yard" },
    { words: "Added Mere" },
  ]);
});

test("disabling asks for the owner's password, ends all sessions at once and refuses sign-ins", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const staff = await addStaff(app);
  for (const wrong of [undefined, "", "not this one"]) {
    const refused = await change(app, cookie, staff.id, { disabled: true, password: wrong });
    expect(refused).toMatchObject({ status: 403, body: { field: "password" } });
  }
  expect((await deskCall(app, staff.cookie, "GET auth-me")).status).toBe(200);
  expect((await change(app, cookie, staff.id, { disabled: true, password })).status).toBe(200);
  expect((await deskCall(app, staff.cookie, "GET auth-me")).status).toBe(401);
  expect((await deskCall(app, staff.cookie, "POST auth-refresh")).status).toBe(401);
  expect((await trySignIn(app, staff)).status).toBe(401);
  await change(app, cookie, staff.id, { disabled: false });
  expect((await deskCall(app, staff.cookie, "GET auth-me")).status).toBe(401);
  expect((await trySignIn(app, staff)).status).toBe(200);
});

test("an unknown user, and anything else about a user, cannot be changed", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  for (const id of ["7a3f5c1e-1f7e-4a57-9d57-6a3c0f3c9b11", "x"]) {
    expect((await change(app, cookie, id, { disabled: true, password })).status).toBe(404);
    expect((await deskCall(app, cookie, `POST users/${id}/password-link`, { password })).status).toBe(404);
  }
  const { id } = await addStaff(app);
  for (const body of [{}, { role: "admin" }, { role: "owner", disabled: false }, { is_owner: true }])
    expect((await change(app, cookie, id, body)).status).toBe(400);
});

test("each change of a role is in the audit list once, with who did it to whom", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { id } = await addStaff(app);
  for (const role of ["owner", "owner", "yard", "yard"])
    expect((await change(app, cookie, id, { role, password })).status).toBe(200);
  expect((await deskCall(app, cookie, "GET audit?group=account")).body["entries"]).toMatchObject([
    { actor: "Administrator", words: "Changed the role of Mere from Owner to Yard" },
    { actor: "Administrator", words: "Changed the role of Mere from Staff to Owner" },
  ]);
});

test.for([
  ["is not an owner", {}],
  ["is disabled", { desk_role: "owner", disabled_at: since }],
  ["has not chosen a password yet", { desk_role: "owner", password_hash: "" }],
] as const)("the last owner stays one if the other user %s", async ([, state]) => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await addStaff(app, state);
  const id = await idOf(app, testAdmin.email);
  const lastOwner = { status: 409, body: { error: expect.stringContaining("This is the last owner") } };
  for (const role of ["staff", "yard"])
    expect(await change(app, cookie, id, { role })).toMatchObject(lastOwner);
  expect(await change(app, cookie, id, { disabled: true, password })).toMatchObject(lastOwner);
});

test("a disabled user cannot become an owner", async () => {
  const app = await buildTestApp();
  const { id } = await addStaff(app, { disabled_at: since });
  const refused = await change(app, await app.signIn(), id, { role: "owner", password });
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining("Enable them") } });
});

test.for(["revoke", "disable", "revoke and disable"] as const)(
  "two owners %s each other at the same moment: exactly one stays",
  async (ways) => {
    const app = await buildTestApp();
    const first = { cookie: await app.signIn(), id: await idOf(app, testAdmin.email), password };
    const second = await addStaff(app, { desk_role: "owner" });
    const act = (way: boolean, own: string) => (way ? { disabled: true, password: own } : { role: "staff" });
    const outcomes = await Promise.all([
      change(app, first.cookie, second.id, act(ways === "disable", first.password)),
      change(app, second.cookie, first.id, act(ways.endsWith("disable"), second.password)),
    ]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    const users = await app.rows("users");
    expect(users.filter((row) => row["desk_role"] === "owner" && row["disabled_at"] === null)).toHaveLength(
      1,
    );
  },
);
