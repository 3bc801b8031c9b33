import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";

// Each backup and drill is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const hour = 60 * 60_000;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const drilled = "drill passed: restored, started, signed in, listed";
const reportsOf = (app: TestApp) =>
  app.logLines.map((line) => line.msg).filter((message) => /^(?:backup|drill) /.test(message));

test("a backup at once, then each day at its time on one instance; a drill with the first, then each week", async () => {
  const folder = await temporaryFolder();
  const environment = { BACKUP_DIR: folder, BACKUP_AT: "01:00" };
  const app = await buildTestApp({ environment, startAt: nzInstant("2026-11-21", "14:00") });
  await Promise.all([app.app.backUp(), app.app.backUp()]);
  expect(reportsOf(app)).toEqual(["backup taken", drilled]);
  app.advance(10 * hour);
  await app.app.backUp();
  expect(await readdir(folder)).toHaveLength(1);
  app.advance(1 * hour);
  await app.app.backUp();
  expect(await readdir(folder)).toHaveLength(2);
  app.advance(6 * 24 * hour);
  await app.app.backUp();
  const days = (await readdir(folder)).toSorted().map((name) => name.slice(0, 16));
  expect(days).toEqual(["quadkea-20261121", "quadkea-20261121", "quadkea-20261127"]);
  const taken = "backup taken";
  expect(reportsOf(app)).toEqual([taken, drilled, taken, taken, drilled]);
}, 180_000);

test("a failed backup is told at once, and after 2 days without one the server is not ready; a good one with its drill ends both", async () => {
  const folder = join(await temporaryFolder(), "backups");
  await writeFile(folder, "in the way");
  const expectedWarnings = ["backup failed"];
  const app = await buildTestApp({ environment: { BACKUP_DIR: folder }, expectedWarnings });
  const health = async () => {
    const headers = { cookie: await app.signIn() };
    const { notices } = await (await app.fetch("/functions/v1/notices", { headers })).json();
    const ready = await app.fetch("/readyz");
    return [notices, ready.status, (await ready.json()).backups];
  };
  await app.app.backUp();
  const words = "No backup has been taken yet. Let the person who runs the server know.";
  const failed = { id: "backups", severity: "danger", title: "The last backup failed.", words };
  expect(await health()).toEqual([[failed], 200, true]);
  app.advance(2 * 24 * hour - 1000);
  expect(await health()).toEqual([[failed], 200, true]);
  app.advance(2000);
  expect(await health()).toEqual([[failed], 503, false]);
  await rm(folder);
  await app.app.backUp();
  expect(await health()).toEqual([[], 200, true]);
  expect(await (await app.fetch("/metrics")).text()).toMatch(
    /quadkea_last_good_drill_timestamp_seconds \d{10}/,
  );
  expect((await app.fetch("/functions/v1/notices")).status).toBe(401);
}, 180_000);

test("without daily backups there is no notice and the server is ready", async () => {
  const app = await buildTestApp();
  await app.app.backUp();
  app.advance(30 * 24 * hour);
  const ready = await app.fetch("/readyz");
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ready", database: true, mail: true, clock: true },
  ]);
});

test("each instance removes what killed backups, drills and restores left in its folders an hour ago", async () => {
  const folder = await temporaryFolder();
  const app = await buildTestApp({ environment: { DATABASE_URL: `sqlite:${folder}/quadkea.db` } });
  const left = [app.dataDir, folder].map((parent) => join(parent, ".scratch-left"));
  const tooOld = new Date(Date.now() - 1.1 * hour);
  for (const one of left) {
    await mkdir(one);
    await utimes(one, tooOld, tooOld);
  }
  await mkdir(join(app.dataDir, ".scratch-in-use"));
  await app.app.removeAbandonedCopies();
  const names = [...(await readdir(app.dataDir)), ...(await readdir(folder))];
  expect(names.filter((name) => name.startsWith(".scratch"))).toEqual([".scratch-in-use"]);
});
