import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";

import { drillBackup } from "#server/drill/drill.ts";
import { createLog } from "#server/platform/observability/log.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { oldPassword, prepareOldDatabase } from "#tests/old-database.ts";
import { testConfig } from "#tests/prepared-database.ts";
import { deskCall, trySignIn } from "#tests/staff.ts";

import { readManifest, verifyBackupFile } from "./backup-file.ts";
import { BadBackup, WrongKey } from "./backup-format.ts";
import { restoreBackup } from "./restore-backup.ts";
import { takeBackup } from "./take-backup.ts";

const key = "a backup key for tests only, of good length";
const oldAudit = [
  "Signed in with Unknown browser",
  "Signed out",
  "Removed the audit entries older than 24 months, up to number 2",
];
const oldBackups = resolve(import.meta.dirname, "../../../tests/old-backups");

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-old-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Restores the backup, starts a server on it and returns what its audit list says. */
async function auditAfterRestore(file: string, secret: string | null): Promise<unknown[]> {
  const target = testConfig({ DATA_DIR: join(await temporaryFolder(), "new") });
  await restoreBackup(file, { key: secret }, target);
  const app = await buildTestApp({ environment: { DATA_DIR: target.dataDir } });
  const { cookie } = await trySignIn(app, { email: "ben@quadkea.example", password: oldPassword });
  const { body } = await deskCall(app, cookie, "GET audit");
  return v.parse(v.array(v.object({ words: v.string() })), body["entries"]).map(({ words }) => words);
}

test("a backup of a database from before there were owners passes its drill, restores, and starts with one", async () => {
  const folder = await temporaryFolder();
  const old = testConfig({ DATA_DIR: join(folder, "old") });
  await mkdir(old.dataDir);
  await writeFile(join(old.dataDir, "quadkea.db"), "");
  await prepareOldDatabase(old.database);
  const order = { ...old, folder: join(folder, "backups"), key: null };
  const { file, manifest } = await takeBackup(order, new Date());
  const drill = { ...old, backup: { ...old.backup, key: null } };
  expect(await drillBackup(file, { config: drill, log: createLog("silent") })).toEqual(manifest);
  expect(await auditAfterRestore(file, null)).toEqual(oldAudit);
});

test.for([
  ["open", null],
  ["encrypted", key],
] as const)(
  "a file in the format of November 2026, %s, passes its drill and restores",
  async ([name, secret]) => {
    const file = join(oldBackups, `${name}.backup`);
    const config = testConfig({ DATA_DIR: await temporaryFolder() });
    const drill = { ...config, backup: { ...config.backup, key: secret } };
    const manifest = await drillBackup(file, { config: drill, log: createLog("silent") });
    expect(manifest).toMatchObject({ files: ["quadkea.db", "secrets.json"], tables: { users: { rows: 3 } } });
    expect(await readManifest(file, { key: secret })).toEqual(manifest);
    expect(await auditAfterRestore(file, secret)).toEqual(oldAudit);
  },
);

test("a damaged file in the format of November 2026 is refused, and so is one that the key does not fit", async () => {
  const damaged = join(await temporaryFolder(), "damaged");
  for (const [name, secret] of [["open", null] as const, ["encrypted", key] as const]) {
    const file = join(oldBackups, `${name}.backup`);
    const bytes = await readFile(file);
    await verifyBackupFile(file, { key: secret });
    for (let index = 0; index < 60; index += 1) {
      const flipped = Buffer.from(bytes);
      // Every second one in the manifest, the last one in the seal.
      const position =
        index === 59 ? bytes.length - 1 : Math.floor((index * (index % 2 ? bytes.length : 1500)) / 60);
      flipped[position]! ^= 1 << (index % 8);
      await writeFile(damaged, flipped);
      await expect(verifyBackupFile(damaged, { key: secret }), `bit ${position}`).rejects.toThrow(BadBackup);
    }
    await writeFile(damaged, bytes.subarray(0, -1));
    await expect(verifyBackupFile(damaged, { key: secret })).rejects.toThrow("its length");
  }
  const encrypted = join(oldBackups, "encrypted.backup");
  await expect(verifyBackupFile(encrypted, { key: null })).rejects.toThrow(WrongKey);
  await expect(verifyBackupFile(encrypted, { key: `${key}!` })).rejects.toThrow("BACKUP_KEY is not the one");
  await expect(verifyBackupFile(join(oldBackups, "open.backup"), { key })).rejects.toThrow("--unencrypted");
});
