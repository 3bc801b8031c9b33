import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const prefix = ".scratch-";
const abandonedAfterMs = 60 * 60_000;

/**
 * Runs `work` with a folder of its own inside `parent` that nobody else can read, and removes it after.
 * It holds personal data in clear: one that a killed process left behind goes with the next.
 */
export async function withScratchFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(parent, { recursive: true });
  await removeAbandonedScratch(parent);
  const folder = await mkdtemp(join(parent, prefix));
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeNow);
  try {
    return await work(folder);
  } finally {
    // If work that was stopped still writes there, the folder goes with the process.
    await rm(folder, { recursive: true, force: true });
    process.off("exit", removeNow);
  }
}

/** What a killed process left behind an hour ago or more. */
export async function removeAbandonedScratch(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    // In the future: left behind while the clock was ahead.
    const age = Math.abs(Date.now() - (await stat(folder)).mtimeMs);
    if (age > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
