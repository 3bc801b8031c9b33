import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { hourMs } from "#domain/durations.ts";

import { namesIn } from "./names-in.ts";

const prefix = ".scratch-";
const abandonedAfterMs = hourMs;

/** Private, and removed afterwards, as it holds personal data in clear; after a kill, by the server within two hours. */
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

export function isScratch(name: string): boolean {
  return name.startsWith(prefix);
}

export async function removeAbandonedScratch(parent: string): Promise<void> {
  for (const folder of await scratchIn(parent)) {
    const age = Math.abs(Date.now() - (await stat(folder)).mtimeMs);
    if (age > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

async function scratchIn(parent: string): Promise<string[]> {
  return (await namesIn(parent)).filter(isScratch).map((name) => join(parent, name));
}
