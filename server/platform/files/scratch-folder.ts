import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { hourMs } from "#domain/durations.ts";

const prefix = ".scratch-";
const abandonedAfterMs = hourMs;

/** Private, and removed afterwards, as it holds personal data in clear; after a kill, by the next call. */
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
    // Stopped work may still write there: then "exit" removes the folder.
    await rm(folder, { recursive: true, force: true });
    process.off("exit", removeNow);
  }
}

export async function removeAbandonedScratch(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    // A time in the future was written while the clock was ahead.
    const age = Math.abs(Date.now() - (await stat(folder)).mtimeMs);
    if (age > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
