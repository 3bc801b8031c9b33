import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { tryCommand } from "#tests/run-command.ts";
import { ServerProcess } from "#tests/server-process.ts";

import { takeBackup } from "./take-backup.ts";

// Each command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-unfinished-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a restore that fails once the database is in place says that it has not finished, and no server starts on it", async () => {
  const app = await buildTestApp();
  const { file } = await takeBackup(
    { ...app.config, folder: await temporaryFolder(), key: null },
    new Date(),
  );
  // A folder is in the way of the list of erasures.
  await mkdir(join(dirname(file), "erasures.jsonl"));
  const dataDir = join(await temporaryFolder(), "data");
  const restored = await tryCommand("backup", ["restore", file], { DATA_DIR: dataDir });
  expect([restored.code, restored.stdout]).toEqual([1, ""]);
  const advice = `The restore into ${dataDir} has not finished. Don't start a server on it`;
  expect(restored.stderr).toContain(`EISDIR: illegal operation on a directory, read\n\n${advice}`);
  const server = new ServerProcess({ PORT: "0", DATA_DIR: dataDir });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  expect(await server.ended).toBe(1);
  expect(server.output).toContain(advice);
});
