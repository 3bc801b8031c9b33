import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

export interface SmallDisk {
  readonly folder: string;
  /** Takes every free byte. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
}

/** A disk of its own, removed after the test; null if this user or system cannot have one. */
export function smallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "quadkea-disk-"));
  try {
    const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "quadkea-test", folder];
    execFileSync("mount", options, { stdio: "ignore" });
  } catch {
    rmdirSync(folder);
    return null;
  }
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder]);
    rmdirSync(folder);
  });
  const filler = join(folder, "filler");
  return { folder, fill: () => fillWith(filler), free: () => rmSync(filler, { force: true }) };
}

function fillWith(file: string): void {
  const handle = openSync(file, "a");
  try {
    for (const block of [1024 * 1024, 4096]) writeUntilFull(handle, Buffer.alloc(block));
  } finally {
    closeSync(handle);
  }
}

function writeUntilFull(handle: number, block: Buffer): void {
  try {
    while (writeSync(handle, block) === block.length);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}
