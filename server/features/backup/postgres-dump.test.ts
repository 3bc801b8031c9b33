import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { expect, onTestFinished, test, vi } from "vitest";

import { openPostgresForCommand } from "#server/platform/database/postgres.ts";
import { buildTestApp, testAdmin } from "#tests/build-test-app.ts";
import { inboundMail } from "#tests/inbound-mail.ts";
import { hasPostgresTools, startPostgres } from "#tests/postgres-server.ts";
import { createDatabase, testSecrets } from "#tests/postgres.ts";
import { sendMail } from "#tests/quote-example.ts";
import { compileCache, tryCommand } from "#tests/run-command.ts";
import { freePort } from "#tests/server-process.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

// Without a build, npm run trial makes one.
vi.setConfig({ testTimeout: 480_000 });

const root = resolve(import.meta.dirname, "../../..");

/** The line of docs/backups.md that begins with this program. */
async function guideLine(program: string): Promise<string> {
  const guide = await readFile(join(root, "docs/backups.md"), "utf8");
  return new RegExp(`^ {4}(${program} .*)$`, "m").exec(guide)?.[1] ?? "false";
}

/** What the shop has outside its database, and no dump knows: a photo and a customer's answer of three days ago. */
async function leaveOutside(dataDir: string): Promise<() => Promise<string[]>> {
  const ago = new Date(Date.now() - 3 * 86_400_000);
  const files = {
    "photos/0193a5c2-7e1b-7c44-9d3a-5b6f0c2e8a11.jpg": "a photo",
    "inbox/answer.eml": await inboundMail({ text: "When will it be here?" }),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true });
    await writeFile(join(dataDir, name), content);
    await utimes(join(dataDir, name), ago, ago);
  }
  return async () => (await readdir(dataDir, { recursive: true })).toSorted();
}

/** Runs the guide's line until the server is ready; returns its origin. */
async function runLine(line: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, ...compileCache, ...environment, PORT: await freePort() };
  const child = spawn("sh", ["-c", line], { cwd: root, env, detached: true });
  const ended = once(child, "close");
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), "SIGTERM");
    await ended;
  });
  let output = "";
  child.stdout.on("data", (text) => (output += String(text)));
  child.stderr.on("data", (text) => (output += String(text)));
  const isReady = () => {
    expect(output).toMatch(/ready at http/);
    expect(output).toContain("Warning: This is a trial");
  };
  await Promise.race([vi.waitFor(isReady, { timeout: 300_000 }), ended.then(isReady)]);
  return /ready at (http:\S+)/.exec(output)?.[1] ?? "";
}

test.runIf(hasPostgresTools)(
  "the lines of the guide dump and restore PostgreSQL, and who was erased since is erased again",
  async () => {
    const server = await startPostgres({ fitsTools: true, isDurable: true });
    onTestFinished(() => server.stop());
    const folder = await mkdtemp(join(tmpdir(), "quadkea-dump-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const url = await createDatabase(server.url, "quadkea", "template1");
    const app = await buildTestApp({ environment: { DATABASE_URL: url, ...testSecrets } });
    const kept = await addRecord(app, contactMessageExample, { email: "hemi@example.co.nz" });
    await addRecord(app, contactMessageExample, { email: "moana@example.co.nz" });
    const { hostname, port } = new URL(url);
    const names = { PGHOST: hostname, PGPORT: port, PGUSER: "postgres", DATABASE_URL: url };
    const env = { ...names, PATH: process.env["PATH"] };
    const shell = (line: string) => execFileSync("sh", ["-c", line], { cwd: folder, env });
    shell(await guideLine("pg_dump"));
    const erased = await tryCommand("person", ["erase", "moana@example.co.nz"], app.environment);
    expect(erased.stdout).toContain("contact_messages 1");
    shell(await guideLine("createdb"));
    shell((await guideLine("pg_restore")).replace("<dump>", "quadkea-*.dump"));
    const trial = new URL(url);
    trial.pathname = "quadkea_trial";
    const environment = { ...app.environment, DATABASE_URL: trial.href };

    const outside = await leaveOutside(app.dataDir);
    const before = await outside();
    const line = (await guideLine("DATABASE_URL=\\S+")).replace(/postgres:\S+/, trial.href);
    const origin = await runLine(line, app.environment);
    await delay(3000); // Chores would run each second.
    expect(await outside()).toEqual(before);
    expect((await fetch(`${origin}/send-mail.php`, { method: "POST" })).status).toBe(503);
    expect((await fetch(`${origin}/admin-login`)).status).toBe(200);

    const { stdout, stderr } = await tryCommand("backup", ["restore", "--finish"], environment);
    expect([stdout, stderr]).toEqual([expect.stringMatching(/Erased again, .*\(1\): QK-/), ""]);
    const restored = openPostgresForCommand(trial.href);
    onTestFinished(() => restored.close());
    const left = await restored.reader.selectFrom("contact_messages").select("ref_number").execute();
    expect(left).toEqual([{ ref_number: kept }]);

    const moved = await buildTestApp({ environment });
    await moved.app.run("inbox");
    expect([await outside(), (await sendMail(moved)).status]).toEqual([before, 503]);
    const body = { password: testAdmin.password };
    expect((await deskCall(moved, await moved.signIn(), "POST this-is-the-shop", body)).status).toBe(200);
    await expect
      .poll(() => moved.app.run("inbox").then(outside), { timeout: 60_000 })
      .not.toContain("inbox/answer.eml");
    expect((await sendMail(moved)).status).toBe(200);
  },
);
