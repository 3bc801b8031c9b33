import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { sqliteFileIn } from "#server/platform/config/config.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { compileCache, tryCommand } from "#tests/run-command.ts";
import { ServerProcess } from "#tests/server-process.ts";

import { restoreBackup } from "./restore-backup.ts";
import { takeBackup } from "./take-backup.ts";

// Each command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-unfinished-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function backUp({ dataDir }: TestApp) {
  const order = { database: sqliteFileIn(dataDir), dataDir, photos: null, key: null, at: new Date() };
  return takeBackup({ ...order, folder: await temporaryFolder() });
}

/** Calls it as soon as something is in the folder, which it makes. */
async function onceIn(folder: string, act: () => void): Promise<void> {
  await mkdir(folder);
  const watcher = watch(folder, act);
  onTestFinished(() => watcher.close());
}

test("a restore that is stopped leaves nothing, and can be repeated", async () => {
  const app = await buildTestApp();
  const { file } = await backUp(app);
  const dataDir = join(await temporaryFolder(), "data");
  const secrets = { anonKey: null, sessionSecret: null, linkSecret: null };
  const target = { dataDir, database: sqliteFileIn(dataDir), secrets };
  const stopping = new AbortController();
  await onceIn(dataDir, () => stopping.abort());
  const restored = restoreBackup(file, { key: null }, target, stopping.signal);
  await expect(restored).rejects.toThrow("Stopped.");
  expect(await readdir(dataDir)).toEqual([]);
  await restoreBackup(file, { key: null }, target);
  expect((await readdir(dataDir)).toSorted()).toEqual([
    "quadkea.db",
    "quadkea.db.lock",
    "restore-unfinished",
    "secrets.json",
  ]);
});

test.skipIf(process.platform === "win32")(
  "Ctrl-C during npm run restore leaves no copy in clear",
  async () => {
    const app = await buildTestApp();
    const { file } = await backUp(app);
    const dataDir = join(await temporaryFolder(), "data");
    const command = resolve(import.meta.dirname, "../../commands/backup.ts");
    const env = { PATH: process.env["PATH"] ?? "", ...compileCache, DATA_DIR: dataDir };
    const child = spawn(process.execPath, [command, "restore", file], { env });
    await onceIn(dataDir, () => child.kill("SIGINT"));
    expect(await once(child, "close")).toEqual([1, null]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith(".scratch"))).toEqual([]);
  },
);

test("a restore that fails once the database is in place says that it has not finished, and no server starts on it", async () => {
  const app = await buildTestApp();
  const { file } = await backUp(app);
  // A folder is in the way of the list of erasures.
  await mkdir(join(dirname(file), "erasures.jsonl"));
  const dataDir = join(await temporaryFolder(), "data");
  const restored = await tryCommand("backup", ["restore", file], { DATA_DIR: dataDir });
  expect(restored.code).toBe(1);
  const advice = `The restore into ${dataDir} has not finished. Don't start a server on it`;
  expect(restored.stderr).toContain(`EISDIR: illegal operation on a directory, read\n\n${advice}`);
  const server = new ServerProcess({ PORT: "0", DATA_DIR: dataDir });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  expect(await server.ended).toBe(1);
  expect(server.output).toContain(advice);
});
