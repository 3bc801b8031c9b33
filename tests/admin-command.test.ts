import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, testAdmin } from "./build-test-app.ts";
import { tryCommand } from "./run-command.ts";
import { ServerProcess } from "./server-process.ts";
import { addStaff, deskCall } from "./staff.ts";

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** `npm run admin` with these words, the password on standard input. */
async function run(dataDir: string, words: string, password = ""): Promise<Ended> {
  const all = words.split(" ").filter(Boolean);
  const { code, stdout, stderr } = await tryCommand(
    "admin",
    all,
    { DATA_DIR: dataDir },
    `${password}
`,
  );
  return { code, output: (stdout + stderr).trim() };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-admin-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("users managed by the command take effect on a running server at once and are in the audit list", async () => {
  const dataDir = await temporaryFolder();
  const first = { ADMIN_EMAIL: "owner@farm.example", ADMIN_PASSWORD: "a password for tests" };
  const server = new ServerProcess({ PORT: "0", DATA_DIR: dataDir, ...first });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  const origin = await server.ready();
  const signIn = (email: string, password: string) =>
    fetch(`${origin}/functions/v1/auth-login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });

  const mere = "mere@farm.example";
  const refused = await run(dataDir, `create ${mere}`, "Password12345");
  expect(refused).toEqual({ code: 1, output: expect.stringContaining("first guesses") });
  expect(await run(dataDir, `create ${mere}`, "seven muddy gumboots")).toEqual({
    code: 0,
    output: `${mere} may sign in now.`,
  });
  const signedIn = await signIn(mere, "seven muddy gumboots");
  expect(signedIn.status).toBe(200);

  await run(dataDir, `disable ${mere}`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
  expect((await fetch(`${origin}/functions/v1/auth-me`, { headers: { cookie } })).status).toBe(401);
  const last = await run(dataDir, "disable owner@farm.example");
  expect(last).toEqual({ code: 1, output: expect.stringContaining("is the last owner") });
  expect((await run(dataDir, "list")).output).toMatch(/mere@farm.example .*\(disabled\)/);
  await run(dataDir, `enable ${mere}`);
  await run(dataDir, `password ${mere}`, "kōwhai over the woolshed");
  expect((await signIn(mere, "kōwhai over the woolshed")).status).toBe(200);
  const told = async () =>
    (await readdir(join(dataDir, "mail"))).filter((name) => name.includes("staff-password"));
  await expect.poll(told, { message: "she is mailed by the running server" }).toHaveLength(1);
});

test("the command grants and revokes the owner permission on a running server; the last owner keeps it", async () => {
  const app = await buildTestApp();
  const { email: hers, cookie } = await addStaff(app);
  const { email: mine } = testAdmin;
  const { dataDir } = app;
  const usersStatus = async () => (await deskCall(app, cookie, "GET users")).status;
  for (const words of [`revoke-owner ${mine}`, `disable ${mine}`]) {
    expect(await run(dataDir, words)).toEqual({
      code: 1,
      output: expect.stringContaining("This is the last owner"),
    });
  }
  expect(await usersStatus()).toBe(403);
  expect(await run(dataDir, `grant-owner ${hers}`)).toEqual({ code: 0, output: `${hers} is an owner.` });
  expect(await usersStatus()).toBe(200);
  expect((await run(dataDir, "list")).output).toMatch(/mere@.*\(owner\)\nstaff@.*\(owner\)/);
  expect(await run(dataDir, `role ${hers} yard`)).toMatchObject({ code: 0 });
  expect([await usersStatus(), (await deskCall(app, cookie, "GET money")).status]).toEqual([403, 403]);
  expect((await run(dataDir, "list")).output).toMatch(/mere@.*\(yard\)/);
  await run(dataDir, `role ${hers} owner`);
  const atOnce = await Promise.all([run(dataDir, `revoke-owner ${mine}`), run(dataDir, `disable ${hers}`)]);
  expect(atOnce.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const entries = (await app.rows("audit_entries")).filter(({ actor }) => actor === "command-line");
  expect(entries.map(({ event }) => event)).toEqual([
    "role-changed",
    "role-changed",
    "role-changed",
    expect.stringMatching(/^(role-changed|user-disabled)$/),
  ]);
});

test("a disabled user cannot be made an owner by the command", async () => {
  const app = await buildTestApp();
  const { email } = await addStaff(app, { disabled_at: "2026-11-01T00:00:00.000Z" });
  expect(await run(app.dataDir, `grant-owner ${email}`)).toEqual({
    code: 1,
    output: expect.stringContaining("Enable them first"),
  });
});

test.for(["", "create", "disable nobody", "grant-owner", "role a@b.nz boss", "nonsense a@b.nz"])(
  "%j shows how it is used",
  async (words) => {
    expect(await run(await temporaryFolder(), words)).toEqual({
      code: 1,
      output: expect.stringContaining("npm run admin -- create <e-mail>"),
    });
  },
);

test("without a database it says what to do first, and leaves DATA_DIR as empty as a restore needs it", async () => {
  const dataDir = await temporaryFolder();
  const ended = await run(dataDir, "list");
  expect(ended).toEqual({
    code: 1,
    output: expect.stringMatching(/run npm start once first.*npm run restore/),
  });
  expect(await readdir(dataDir)).toEqual([]);
});
