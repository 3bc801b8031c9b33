import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
const neededBytes = 2 ** 30;

/**
 * A folder for what a test run writes, gone when this process ends. It is in memory if there is room: a run
 * starts a thousand databases, and waits for a disk a fifth of its time (docs/decisions/028-tests-on-two-cores.md).
 */
export function scratchFolder() {
  const folder = (process.env.TMPDIR === undefined && inMemory()) || folderIn(tmpdir());
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Null if the system has no such place, no room in it, or runs nothing from it, as PostgreSQL has to be. */
function inMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < neededBytes) return null;
    const folder = folderIn(memory);
    if (canRunFrom(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // The system's own folder for temporary files does as well.
  }
  return null;
}

function folderIn(/** @type {string} */ place) {
  const folder = mkdtempSync(join(place, "quadkea-tests-"));
  // PostgreSQL runs as another user if we are root.
  chmodSync(folder, 0o755);
  return folder;
}

function canRunFrom(/** @type {string} */ folder) {
  const script = join(folder, "runs");
  writeFileSync(script, "#!/bin/sh\n", { mode: 0o755 });
  return spawnSync(script).status === 0;
}
