import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "./build-test-app.ts";
import { tryCommand } from "./run-command.ts";
import { ServerProcess } from "./server-process.ts";

/** A disk that is mounted read-only, as most of them are under the systemd unit. */
async function readOnlyDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-read-only-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "ro,size=64k", "none", folder]);
  onTestFinished(async () => {
    execFileSync("umount", [folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "the server and a backup say which folder is on a read-only disk, and what to do",
  async () => {
    const folder = join(await readOnlyDisk(), "quadkea", "data");
    const wanted = `(${folder}) is on a read-only disk. Under systemd, add it to ReadWritePaths of the unit.\n`;
    const server = new ServerProcess({ PORT: "0", DATA_DIR: folder });
    expect([await server.ended, server.output]).toEqual([1, `DATA_DIR ${wanted}`]);
    const { environment } = await buildTestApp();
    const backup = await tryCommand("backup", ["backup"], { ...environment, BACKUP_DIR: folder });
    expect(backup.stderr).toBe(`BACKUP_DIR ${wanted}`);
  },
);
