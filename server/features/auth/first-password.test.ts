import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { endpoints } from "#domain/wire.ts";
import { buildApp } from "#server/app.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { createLog } from "#server/platform/observability/log.ts";
import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { testConfig } from "#tests/prepared-database.ts";
import { addUser, deskCall, trySignIn } from "#tests/staff.ts";

const email = "mere@quadkea.example";
const next = "kōwhai over the woolshed";
const day = 24 * 60 * 60_000;

/** A colleague who has signed in with the first password they were given. */
async function newUser(app: TestApp) {
  const first = await addUser(app, await app.signIn(), email);
  const { cookie, body } = await trySignIn(app, { email, password: first });
  return { first, cookie, body };
}

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Every route there is, with an id in place of each parameter, read from the tree that Fastify prints. */
function allRoutes(app: TestApp): Route[] {
  const above: string[] = [];
  const lines = app.app.server.printRoutes({ commonPrefix: false }).split("\n");
  return lines.flatMap((line) => {
    const [, indent = "", piece = "", methods = ""] = /^(.*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, piece);
    const path = above.join("").replaceAll(/:\w+/g, "7a3f5c1e-1f7e-4a57-9d57-6a3c0f3c9b11");
    return methods === "" ? [] : methods.split(", ").map((method) => ({ method, path }));
  });
}

async function statusOf(app: TestApp, { method, path }: Route, cookie = ""): Promise<number> {
  const answer = await app.fetch(path, { method, headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

test("a session opened with a first password can only call what replaces the password", async () => {
  const app = await buildTestApp();
  const { cookie } = await newUser(app);
  const routes = allRoutes(app);
  const signedOut = await Promise.all(routes.map((route) => statusOf(app, route)));
  const forStaff = routes.filter((_, index) => signedOut[index] === 401);
  expect(forStaff.length).toBeGreaterThan(30);
  const statuses = await Promise.all(forStaff.map((route) => statusOf(app, route, cookie)));
  const reached = forStaff.filter((_, index) => statuses[index] !== 403);
  expect(reached.map(({ method, path }) => `${method} ${path}`)).toEqual([
    // Visitors' calls, which want the site's key.
    ...submissions.map(({ table }) => `POST ${endpoints.records}/${table}`),
    `POST ${endpoints.refresh}`,
    `GET ${endpoints.currentUser}`,
    `HEAD ${endpoints.currentUser}`,
    `POST ${deskEndpoints.password}`,
  ]);
});

test("the refusal says what to do, in the form of the call", async () => {
  const app = await buildTestApp();
  const { cookie } = await newUser(app);
  const words = expect.stringContaining("Choose your own password first");
  const [list, users] = await Promise.all(
    ["/rest/v1/quote_requests?select=*", "/functions/v1/users"].map((path) =>
      app.fetch(path, { headers: { cookie } }),
    ),
  );
  expect(await list?.json()).toEqual({ code: "42501", message: words, details: null, hint: null });
  expect(await users?.json()).toMatchObject({ success: false, error: words });
});

test("once the password is chosen, the same session can do everything", async () => {
  const app = await buildTestApp();
  const { cookie, first, body } = await newUser(app);
  expect(body).toEqual({ success: true, choose_password: true });
  const me = { email, role: "admin", must_choose_password: true };
  const before = (await deskCall(app, cookie, "GET auth-me")).body;
  expect(before).toMatchObject(me);
  expect(before).not.toHaveProperty("live_start"); // It counts records.
  expect((await deskCall(app, cookie, "POST auth-password", { current: first, next })).status).toBe(200);
  expect((await deskCall(app, cookie, "GET auth-me")).body).not.toHaveProperty("must_choose_password");
  expect((await deskCall(app, cookie, "GET desk-summary")).status).toBe(200);
  expect((await trySignIn(app, { email, password: next })).body).toEqual({ success: true });
});

test("a session opened with a first password ends when that password does", async () => {
  const app = await buildTestApp();
  const { first } = await newUser(app);
  app.advance(7 * day - 60_000);
  const { cookie } = await trySignIn(app, { email, password: first });
  app.advance(60_000);
  expect((await deskCall(app, cookie, "POST auth-password", { current: first, next })).status).toBe(401);
  expect((await deskCall(app, cookie, "POST auth-refresh")).status).toBe(401);
});

test("a start that fails makes no first admin: nobody would learn the password", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-start-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = testConfig({ DATA_DIR: dataDir });
  const siteFolder = join(dataDir, "not-built");
  const starting = buildApp({ config, log: createLog("silent"), siteFolder });
  await expect(starting).rejects.toThrow("ENOENT");
  const { reader, close } = await openForCommand(config.database);
  expect(await reader.selectFrom("users").selectAll().execute()).toEqual([]);
  await close();
});

test("a first password from a clock that was ahead is not valid, and a sole user gets another at the next start", async () => {
  const app = await buildTestApp();
  const inTwoYears = new Date(app.app.services.now().getTime() + 767 * day).toISOString();
  await app.app.services.database.write((tx) =>
    tx.updateTable("users").set({ password_ends_at: inTwoYears }).execute(),
  );
  expect(await trySignIn(app)).toMatchObject({ status: 401 });
  const { firstAdmin } = (await app.restart()).app;
  expect(firstAdmin).toMatchObject({ email: testAdmin.email, password: expect.any(String) });
});
