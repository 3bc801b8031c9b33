import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { deskCall } from "#tests/staff.ts";

import { writeBackupFile } from "./backup-file.ts";
import { backupName, newestBackup } from "./backup-folder.ts";

const key = "a backup key for tests only, of good length";
const hour = 60 * 60_000;
const day = 24 * hour;
const startAt = new Date("2026-11-22T00:00:00.000Z");
const doubted = "the clock cannot be right: nothing is removed until the date is confirmed";
const kept = "old backups kept: no newer one holds as much";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-prune-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Shop {
  readonly app: TestApp;
  readonly folder: string;
  /** Puts backups of so many days ago into the folder, each with so many rows of the table; returns the last file. */
  backUp(
    daysAgo: readonly number[],
    rows: (daysAgo: number) => number,
    table?: string,
    secret?: string | null,
  ): Promise<string>;
  /** How many days ago each backup was taken, by its name; "part" is an unfinished one. */
  ages(): Promise<(number | "part")[]>;
}

async function shop(): Promise<Shop> {
  const folder = await temporaryFolder();
  const environment = { BACKUP_DIR: folder, BACKUP_KEY: key };
  const app = await buildTestApp({ startAt, environment, expectedWarnings: [doubted, kept] });
  return {
    app,
    folder,
    async backUp(daysAgo, rows, table = "contact_messages", secret = key) {
      let file = "";
      for (const age of daysAgo) {
        const takenAt = new Date(startAt.getTime() - age * day);
        const tables = { [table]: { rows: rows(age), sha256: "0".repeat(64) } };
        file = join(folder, backupName(takenAt));
        await writeBackupFile(
          file,
          folder,
          { created_at: takenAt.toISOString(), engine: "sqlite", files: [], tables },
          secret,
        );
      }
      return file;
    },
    async ages() {
      const names = (await readdir(folder)).toSorted((a, b) => (a < b ? -1 : 1));
      return names.map((name) => {
        const [, date = ""] = /quadkea-(\d{8})/.exec(name) ?? [];
        const at = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`);
        return name.endsWith(".part") ? "part" : Math.round((startAt.getTime() - at) / day);
      });
    },
  };
}

async function noticesOf(app: TestApp): Promise<string> {
  const { body } = await deskCall(app, await app.signIn(), "GET notices");
  return JSON.stringify(body["notices"]);
}

/** So many days ago, the longest ago first, as the names sort. */
const daily = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => to - index);
const two = () => 2;

test("each instance removes backups before they are 35 days old, with and without a new backup, and nothing else", async () => {
  const { app, folder, backUp, ages } = await shop();
  await backUp([40, ...daily(33, 35), 1], two);
  const others = ["notes.txt", "quadkea-20260901T000000000Z.txt"];
  for (const name of others) await writeFile(join(folder, name), "");
  await writeFile(join(folder, "quadkea-20261119T000000000Z.backup.part"), "");
  await writeFile(join(folder, "quadkea-20261121T230000000Z.backup.part"), "");
  await app.app.pruneBackups();
  expect(await readdir(folder)).toEqual(expect.arrayContaining(others));
  for (const name of others) await rm(join(folder, name));
  const pruneAfter = async (ms: number) => {
    app.advance(ms);
    await app.app.pruneBackups();
    return ages();
  };
  expect(await pruneAfter(0)).toEqual([34, 33, 1, "part"]);
  expect(await pruneAfter(21 * hour)).toEqual([34, 33, 1, "part"]);
  expect(await pruneAfter(1.5 * hour)).toEqual([33, 1, "part"]);
  expect(await pruneAfter(1.5 * hour)).toEqual([33, 1]);
});

test("a clock 36 days ahead removes no backup, until it has been steady for a day", async () => {
  const { app, backUp, ages } = await shop();
  await backUp(daily(1, 8), two);
  await app.app.watchClock();
  app.shiftClock(36 * day);
  await app.app.watchClock();
  await app.app.pruneBackups();
  expect(await ages()).toEqual(daily(1, 8));
  app.advance(day);
  await app.app.watchClock();
  await app.app.pruneBackups();
  expect(await ages()).toEqual([1]);
});

test("the newest seven that hold records stay until a newer good one holds as many, with a notice for staff", async () => {
  const { app, backUp, ages } = await shop();
  // Each holds more than the next one; those of the last days hold nothing.
  await backUp(daily(50, 59), (age) => age);
  await backUp([3, 2, 1], () => 0);
  const left = [...daily(50, 56), 3, 2, 1];
  await app.app.pruneBackups();
  expect(await ages()).toEqual(left);
  expect(await noticesOf(app)).toMatch(/"old-backups".*7 backups of more than 35 days ago stayed/);
  // One with as many replaces none while it is damaged, and does not count among the newest seven.
  const newest = await backUp([0], () => 54);
  const bytes = await readFile(newest);
  await writeFile(newest, Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]));
  app.advance(day);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([...left, 0]);
  await writeFile(newest, bytes);
  app.advance(day);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([55, 3, 2, 1, 0]);
  await rm(newest);
  await backUp([0], () => 56);
  app.advance(day);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([3, 2, 1, 0]);
  expect(await noticesOf(app)).not.toContain("old-backups");
});

test("a few new records after a loss never displace the last backup from before it", async () => {
  const { app, backUp, ages } = await shop();
  await backUp(daily(38, 40), () => 100);
  await backUp([37, 36], (age) => (age === 37 ? 45 : 31));
  await backUp(daily(1, 8), () => 16);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([38, 37, ...daily(1, 8)]);
});

test("an old backup that holds orders and no records stays until a newer one holds as many orders", async () => {
  const { app, backUp, ages } = await shop();
  await backUp([40], two, "orders");
  await backUp([2, 1], () => 0);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([40, 2, 1]);
  await backUp([0], two, "orders");
  app.advance(day);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([2, 1, 0]);
});

test("backups from before BACKUP_KEY was set stay too until a newer good one holds as many records", async () => {
  const { app, backUp, ages } = await shop();
  await backUp([41, 40], two, "contact_messages", null);
  await backUp([2, 1], () => 0);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([41, 40, 2, 1]);
  await backUp([0], two);
  app.advance(day);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([2, 1, 0]);
});

test("a shop with fewer records each day keeps no backup longer because of it", async () => {
  const { app, backUp, ages } = await shop();
  await backUp([45, 35, 34, ...daily(1, 8)], (age) => 1000 + age);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([34, ...daily(1, 8)]);
});

test("a backup named by a clock that was ahead is not the newest, and ages from today on", async () => {
  const { app, folder, backUp, ages } = await shop();
  await backUp([2, 1, -767], two);
  const yesterday = backupName(new Date(startAt.getTime() - day));
  expect(await newestBackup(folder, startAt)).toBe(join(folder, yesterday));
  await app.app.pruneBackups();
  expect(await ages()).toEqual([2, 1, 0]);
  app.advance(34 * day);
  await backUp([-34], two);
  await app.app.pruneBackups();
  expect(await ages()).toEqual([0, -34]);
});

test.skipIf(process.platform === "win32")(
  "a backup that cannot be read or removed keeps no other, and staff are told of one that cannot be removed",
  async () => {
    const { app, folder, backUp, ages } = await shop();
    await backUp([38, ...daily(33, 35), 1], two);
    const named = (daysAgo: number) => join(folder, backupName(new Date(startAt.getTime() - daysAgo * day)));
    // A link to itself cannot be read.
    for (const file of [named(0), named(39)]) await symlink(file, file);
    await mkdir(named(40));
    await expect(app.app.pruneBackups()).rejects.toThrow("EISDIR");
    expect(await ages()).toEqual([40, 34, 33, 1, 0]);
    expect(await noticesOf(app)).toMatch(/"old-backups".*"Old backups could not be removed\."/);
    await rmdir(named(40));
    app.advance(hour);
    await app.app.pruneBackups();
    expect(await noticesOf(app)).not.toContain("old-backups");
  },
);

test("a folder that cannot be read is tried again an hour later; one that is not there yet holds nothing", async () => {
  const folder = join(await temporaryFolder(), "backups");
  const app = await buildTestApp({ startAt, environment: { BACKUP_DIR: folder } });
  await app.app.pruneBackups();
  await writeFile(folder, "in the way");
  app.advance(day);
  await expect(app.app.pruneBackups()).rejects.toThrow("ENOTDIR");
  await app.app.pruneBackups();
  app.advance(hour);
  await expect(app.app.pruneBackups()).rejects.toThrow("ENOTDIR");
});
