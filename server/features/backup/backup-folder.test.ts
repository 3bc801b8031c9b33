import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { deskCall } from "#tests/staff.ts";

import { writeBackupFile } from "./backup-file.ts";
import { backupName } from "./backup-folder.ts";

const key = "a backup key for tests only, of good length";
const day = 24 * 60 * 60_000;
const startAt = new Date("2026-11-22T00:00:00.000Z");

async function shop() {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-prune-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const app = await buildTestApp({ startAt, environment: { BACKUP_DIR: folder, BACKUP_KEY: key } });
  const fileOf = (daysAgo: number) => join(folder, backupName(new Date(startAt.getTime() - daysAgo * day)));
  return {
    app,
    folder,
    fileOf,
    /** Puts a backup of each of so many days ago into the folder. */
    async backUp(...daysAgo: number[]) {
      const manifest = { created_at: startAt.toISOString(), files: [], rows: {}, photos: 0 };
      for (const age of daysAgo) await writeBackupFile(fileOf(age), folder, manifest, key);
    },
    /** How many days ago each backup was taken, the oldest first; "part" is an unfinished one. */
    async ages(): Promise<(number | "part")[]> {
      return (await readdir(folder)).toSorted().map((name) => {
        const date = name.replace(/quadkea-(....)(..)(..).*/, "$1-$2-$3");
        return name.endsWith(".part") ? "part" : Math.round((startAt.getTime() - Date.parse(date)) / day);
      });
    },
    async notices() {
      const { body } = await deskCall(app, await app.signIn(), "GET notices");
      return JSON.stringify(body["notices"]);
    },
  };
}

const newest = [7, 6, 5, 4, 3, 2, 1];

test("backups go before they are 35 days old, and what a killed process left after a day; nothing else goes", async () => {
  const { app, folder, fileOf, backUp, ages } = await shop();
  await backUp(40, 35, 34, ...newest);
  await writeFile(join(folder, "notes.txt"), "");
  await writeFile(`${fileOf(3)}.part`, "");
  await writeFile(`${fileOf(0.5)}.part`, "");
  await app.app.run("old backups");
  expect(await readdir(folder)).toContain("notes.txt");
  await rm(join(folder, "notes.txt"));
  expect(await ages()).toEqual([34, ...newest, "part"]);
  app.advance(day);
  await app.app.run("old backups");
  expect(await ages()).toEqual(newest);
});

test("whatever the date, the newest seven good backups stay, and a notice names old ones", async () => {
  const { app, fileOf, backUp, ages, notices } = await shop();
  await backUp(9, 8, ...newest);
  const damaged = await readFile(fileOf(2));
  damaged[damaged.length - 1]! ^= 1;
  await writeFile(fileOf(2), damaged);
  expect(await notices()).not.toContain("old-backups");
  app.advance(767 * day);
  await app.app.run("old backups");
  expect(await ages()).toEqual([8, 7, 6, 5, 4, 3, 1]);
  expect(await notices()).toMatch(/"old-backups".*still there: 7\./);
});
