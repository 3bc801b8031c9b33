import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { asOperator, buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { noticesAtWork } from "#tests/staff.ts";

// Each backup and drill is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const hour = 60 * 60_000;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const reportsOf = (app: TestApp) =>
  app.logLines.map((line) => line.msg).filter((message) => message.startsWith("backup"));

test("a backup at once, then each day at its time on one instance", async () => {
  const folder = await temporaryFolder();
  const environment = { BACKUP_DIR: folder, BACKUP_AT: "01:00" };
  const app = await buildTestApp({ environment, startAt: nzInstant("2026-11-21", "14:00") });
  await Promise.all([app.app.run("backup"), app.app.run("backup")]);
  expect(reportsOf(app)).toEqual(["backup taken and proven"]);
  app.advance(10 * hour);
  await app.app.run("backup");
  expect(await readdir(folder)).toHaveLength(1);
  app.advance(1 * hour);
  await app.app.run("backup");
  expect(await readdir(folder)).toHaveLength(2);
  app.advance(6 * 24 * hour);
  await app.app.run("backup");
  const days = (await readdir(folder)).toSorted().map((name) => name.slice(0, 16));
  expect(days).toEqual(["quadkea-20261121", "quadkea-20261121", "quadkea-20261127"]);
  expect(reportsOf(app)).toHaveLength(3);
}, 180_000);

test("a failed backup is told at once, and after 2 days without one the server is not ready; a good one ends both", async () => {
  const folder = join(await temporaryFolder(), "backups");
  await writeFile(folder, "in the way");
  const app = await buildTestApp({ environment: { BACKUP_DIR: folder } });
  const health = async () => {
    const notices = await noticesAtWork(app);
    const ready = await app.fetch("/readyz", asOperator);
    return [notices, ready.status, (await ready.json()).backups];
  };
  await expect(app.app.run("backup")).rejects.toThrow();
  const words = "No backup has been taken yet. Let the person who runs the server know.";
  const failed = { id: "backups", severity: "danger", title: "The last backup failed.", words };
  expect(await health()).toEqual([[failed], 200, true]);
  app.advance(2 * 24 * hour - 1000);
  expect(await health()).toEqual([[failed], 200, true]);
  app.advance(2000);
  expect(await health()).toEqual([[failed], 503, false]);
  await rm(folder);
  await app.app.run("backup");
  expect(await health()).toEqual([[], 200, true]);
  expect((await app.fetch("/functions/v1/notices")).status).toBe(401);
}, 180_000);

test("without daily backups there is no notice and the server is ready", async () => {
  const app = await buildTestApp();
  await app.app.run("backup");
  app.advance(30 * 24 * hour);
  const ready = await app.fetch("/readyz", asOperator);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ready", database: true, disk: true, mail: true },
  ]);
});

test("each instance removes what killed backups and drills left an hour ago", async () => {
  const app = await buildTestApp();
  const left = join(app.dataDir, ".scratch-left");
  const tooOld = new Date(Date.now() - 1.1 * hour);
  await mkdir(left);
  await utimes(left, tooOld, tooOld);
  await mkdir(join(app.dataDir, ".scratch-in-use"));
  await app.app.run("scratch folders");
  const names = await readdir(app.dataDir);
  expect(names.filter((name) => name.startsWith(".scratch"))).toEqual([".scratch-in-use"]);
});
