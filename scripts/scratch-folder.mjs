import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
const neededBytes = 2 ** 30;

/**
 * A folder for what a test run writes, gone when this process ends. It is in memory if there is room: a run
 * starts a thousand databases, and waits for a disk a fifth of its time.
 */
export function scratchFolder() {
  const place = process.env.TMPDIR === undefined && hasRoom() ? memory : tmpdir();
  const folder = mkdtempSync(join(place, "quadkea-tests-"));
  // PostgreSQL runs as another user if we are root.
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= neededBytes;
  } catch {
    return false;
  }
}
