import { expect, test } from "vitest";

import { buildTestApp, cookieHeader, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, appCode, confirmAgain, deskCall, trySignIn } from "#tests/staff.ts";

const { password } = testAdmin;
const minute = 60_000;
const list = { table: "quote_requests", query: "order=created_at.desc%2Cid.desc" };

async function refreshed(app: TestApp, cookie: string): Promise<string> {
  const answer = await app.fetch("/functions/v1/auth-refresh", { method: "POST", headers: { cookie } });
  expect(answer.status).toBe(200);
  return cookieHeader(answer);
}

/** An owner's session whose sign-in is that long ago. */
async function sessionOfAge(app: TestApp, ms: number): Promise<string> {
  const cookie = await app.signIn();
  app.advance(ms - 1000);
  const current = await refreshed(app, cookie);
  app.advance(1000);
  return current;
}

async function exportStatus(app: TestApp, cookie: string): Promise<number> {
  return (await app.postJson("/functions/v1/records-export", list, { cookie })).status;
}

/** Everything that asks for the password, with the status once it was given. */
function dangerousCalls(id: string) {
  return [
    ["POST users", { full_name: "Hana", email: "hana@quadkea.example" }, 201],
    [`PATCH users/${id}`, { is_owner: true }, 200],
    [`POST users/${id}/first-password`, {}, 200],
    [`PATCH users/${id}`, { disabled: true }, 200],
    ["POST auth-two-step", {}, 200],
    ["PUT auth-two-step", { code: "000000x" }, 400],
    ["POST auth-two-step-off", {}, 200],
    ["POST auth-recovery-codes", {}, 409],
    ["DELETE auth-sessions/7a3f5c1e-1f7e-4a57-9d57-6a3c0f3c9b11", undefined, 404],
    ["DELETE auth-sessions", undefined, 200],
  ] as const;
}

test("ten minutes after the sign-in, dangerous actions are refused until the password is entered again", async () => {
  const app = await buildTestApp();
  const { id } = await addStaff(app);
  let cookie = await sessionOfAge(app, 10 * minute);
  const before = await app.rows("audit_entries");
  expect(await exportStatus(app, cookie)).toBe(403);
  for (const [call, body] of dangerousCalls(id)) {
    const refused = await deskCall(app, cookie, call, body);
    expect([call, refused]).toMatchObject([
      call,
      { status: 403, body: { error: "Enter your password again to continue", password_required: true } },
    ]);
  }
  expect(await app.rows("audit_entries")).toEqual(before);
  const confirmed = await confirmAgain(app, cookie);
  expect(confirmed).toMatchObject({ status: 200, body: { success: true } });
  ({ cookie } = confirmed);
  for (const [call, body, status] of dangerousCalls(id)) {
    expect([call, (await deskCall(app, cookie, call, body)).status]).toEqual([call, status]);
  }
  expect(await exportStatus(app, cookie)).toBe(200);
});

test("a password counts for less than ten minutes and for its own session only", async () => {
  const app = await buildTestApp();
  const other = await app.signIn();
  let cookie = await sessionOfAge(app, 10 * minute - 1);
  expect(await exportStatus(app, cookie)).toBe(200);
  app.advance(1);
  expect(await exportStatus(app, cookie)).toBe(403);
  ({ cookie } = await confirmAgain(app, cookie));
  expect(await exportStatus(app, await refreshed(app, other))).toBe(403);
  app.advance(10 * minute - 1);
  cookie = await refreshed(app, cookie);
  expect(await exportStatus(app, cookie)).toBe(200);
  app.advance(1);
  expect(await exportStatus(app, cookie)).toBe(403);
});

test("setting the clock back far ends the session, so that no old confirmation counts", async () => {
  const app = await buildTestApp();
  const { cookie } = await confirmAgain(app, await app.signIn());
  app.advance(-11 * minute);
  expect(await exportStatus(app, cookie)).toBe(401);
});

test("wrong passwords confirm nothing, are in the audit list, and after ten of them the user has to wait", async () => {
  const app = await buildTestApp();
  const cookie = await sessionOfAge(app, 11 * minute);
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => deskCall(app, cookie, "POST auth-confirm", { password: "a guess" })),
  );
  const refused = tries.filter(({ status }) => status === 403);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.body).toMatchObject({ error: "That is not your password", field: "password" });
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await deskCall(app, cookie, "POST auth-confirm", { password })).status).toBe(429);
  expect(await exportStatus(app, cookie)).toBe(403);
  const events = (await app.rows("audit_entries")).map((row) => row["event"]);
  expect(events.filter((event) => event === "own-password-refused")).toHaveLength(10);
});

test("a confirmation without a password, or with unknown fields, is refused", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  for (const body of [{}, { password: "" }, { password: {} }, { password, role: "owner" }]) {
    expect((await deskCall(app, cookie, "POST auth-confirm", body)).status).toBe(400);
  }
});

/** An owner with two-step sign-in whose session is eleven minutes old. */
async function withTwoStep() {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const secret = String((await deskCall(app, cookie, "POST auth-two-step")).body["secret"]);
  const code = () => appCode(secret, app.app.services.now().getTime());
  const { body } = await deskCall(app, cookie, "PUT auth-two-step", { code: code() });
  app.advance(9 * minute);
  const current = await refreshed(app, cookie);
  app.advance(2 * minute);
  const confirm = (proof: object) => confirmAgain(app, current, proof);
  return { app, cookie: current, code, confirm, recoveryCodes: body["recovery_codes"] as string[] };
}

test("with two-step sign-in the password alone confirms nothing: a code is required and counts once", async () => {
  const { app, cookie, code, confirm } = await withTwoStep();
  expect(await confirm({ password })).toMatchObject({ status: 403, body: { field: "code" } });
  expect(await confirm({ password, code: "000000x" })).toMatchObject({
    status: 403,
    body: { field: "code" },
  });
  expect((await deskCall(app, cookie, "POST auth-two-step-off")).status).toBe(403);
  const used = code();
  const confirmed = await confirm({ password, code: used });
  expect(confirmed.status).toBe(200);
  expect((await trySignIn(app, { code: used })).status).toBe(401);
  expect((await deskCall(app, confirmed.cookie, "POST auth-two-step-off")).status).toBe(200);
});

test("a recovery code confirms once, and the audit list says how many are left", async () => {
  const { app, confirm, recoveryCodes } = await withTwoStep();
  const { status, cookie } = await confirm({ password, code: recoveryCodes[0] });
  expect(status).toBe(200);
  expect((await confirmAgain(app, cookie, { password, code: recoveryCodes[0] })).status).toBe(403);
  const { body } = await deskCall(app, cookie, "GET audit?group=sign-in");
  expect(body["entries"]).toMatchObject([
    { words: "Entering the password again was refused: wrong code" },
    { words: "Entered their password and a recovery code; 9 left" },
    { words: expect.stringMatching(/^Signed in/) },
  ]);
});

test("someone with the password and an open browser can try 20 codes a day", async () => {
  const { app, code, confirm } = await withTwoStep();
  for (let tries = 0; tries < 20; tries += 1) {
    expect((await confirm({ password, code: "ZZZZZZ" })).status).toBe(403);
  }
  expect(await confirm({ password, code: code() })).toMatchObject({ status: 429, body: { field: "code" } });
  expect((await trySignIn(app, { code: code() })).status).toBe(200);
});
