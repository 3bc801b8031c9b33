import { expect, test } from "vitest";

import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, addUser, deskCall, type DeskResponse } from "#tests/staff.ts";

const since = "2026-11-01T00:00:00.000Z";
const lastOwner = {
  status: 409,
  body: { error: expect.stringContaining("This is the last owner") },
};

/** An app with its first owner and a second one. */
async function twoOwners() {
  const app = await buildTestApp();
  const first = { cookie: await app.signIn(), id: await idOf(app, testAdmin.email) };
  const second = await addStaff(app, { owner_since: since });
  return { app, first, second };
}

async function idOf(app: TestApp, email: string): Promise<string> {
  const rows = await app.rows("users");
  return String(rows.find((row) => row["email"] === email)?.["id"]);
}

function change(app: TestApp, cookie: string, id: string, body: object): Promise<DeskResponse> {
  return deskCall(app, cookie, `PATCH users/${id}`, body);
}

const activeOwners = async (app: TestApp) =>
  (await app.rows("users")).filter((row) => row["owner_since"] !== null && row["disabled_at"] === null);

test("the first admin is an owner, a user whom they add is not", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await addUser(app, cookie, "mere@quadkea.example");
  expect((await deskCall(app, cookie, "GET users")).body).toMatchObject([
    { full_name: "Mere", is_owner: false },
    { full_name: "Administrator", is_owner: true },
  ]);
});

test("granting and revoking are in the audit list once, with who did it to whom", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { id } = await addStaff(app);
  for (const is_owner of [true, true, false, false]) {
    expect((await change(app, cookie, id, { is_owner })).status).toBe(200);
  }
  expect((await deskCall(app, cookie, "GET audit?group=account")).body["entries"]).toMatchObject([
    { actor: "Administrator", words: "Took the owner permission from Mere" },
    { actor: "Administrator", words: "Gave Mere the owner permission" },
  ]);
});

test("the last owner can be neither revoked, nor disabled, nor given a first password", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await addStaff(app);
  const id = await idOf(app, testAdmin.email);
  expect(await change(app, cookie, id, { is_owner: false })).toMatchObject(lastOwner);
  expect(await change(app, cookie, id, { disabled: true })).toMatchObject(lastOwner);
  expect(await deskCall(app, cookie, `POST users/${id}/first-password`)).toMatchObject(lastOwner);
  expect((await deskCall(app, cookie, "GET users")).status).toBe(200);
});

test.for([
  ["is disabled", { disabled_at: since }],
  ["has not chosen a password yet", { password_ends_at: "2030-01-01T00:00:00.000Z" }],
] as const)("another owner who %s does not count", async ([, state]) => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await addStaff(app, { owner_since: since, ...state });
  const id = await idOf(app, testAdmin.email);
  expect(await change(app, cookie, id, { is_owner: false })).toMatchObject(lastOwner);
});

test("an owner who gives up the permission is staff from then on", async () => {
  const { app, first } = await twoOwners();
  expect((await change(app, first.cookie, first.id, { is_owner: false })).status).toBe(200);
  expect((await deskCall(app, first.cookie, "GET users")).status).toBe(403);
  expect((await deskCall(app, first.cookie, "GET desk-summary")).status).toBe(200);
});

test("a disabled user cannot become an owner", async () => {
  const app = await buildTestApp();
  const { id } = await addStaff(app, { disabled_at: since });
  const refused = await change(app, await app.signIn(), id, { is_owner: true });
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining("Enable them") } });
});

test.for([
  ["revoke each other", { is_owner: false }, { is_owner: false }],
  ["disable each other", { disabled: true }, { disabled: true }],
  ["revoke and disable each other", { is_owner: false }, { disabled: true }],
] as const)("two owners %s at the same moment: exactly one stays", async ([, one, other]) => {
  const { app, first, second } = await twoOwners();
  const outcomes = await Promise.all([
    change(app, first.cookie, second.id, one),
    change(app, second.cookie, first.id, other),
  ]);
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await activeOwners(app)).toHaveLength(1);
});

test("if two owners give each other a first password at the same moment, one keeps their own", async () => {
  const { app, first, second } = await twoOwners();
  const outcomes = await Promise.all([
    deskCall(app, first.cookie, `POST users/${second.id}/first-password`),
    deskCall(app, second.cookie, `POST users/${first.id}/first-password`),
  ]);
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  const owners = await activeOwners(app);
  expect(owners.filter((row) => row["password_ends_at"] === null)).toHaveLength(1);
});

test("a change of anything else about a user is refused", async () => {
  const app = await buildTestApp();
  const { id } = await addStaff(app);
  const cookie = await app.signIn();
  for (const body of [
    {},
    { is_owner: "true" },
    { is_owner: true, disabled: false },
    { role: "owner" },
    { owner_since: since },
  ]) {
    expect((await change(app, cookie, id, body)).status).toBe(400);
  }
  expect(await activeOwners(app)).toHaveLength(1);
});
