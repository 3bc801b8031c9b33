import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";

import * as v from "valibot";

import { type ErasureEntry, erasureSchema } from "./erasure-entry.ts";

/** In DATA_DIR and in BACKUP_DIR: it has to survive the loss of the database. One entry a line. */
export const erasuresFile = "erasures.jsonl";

/** What a list of erasures holds. */
export interface ErasureList {
  readonly entries: readonly ErasureEntry[];
  /** Lines that are no entries. */
  readonly damaged: number;
}

/** Null if there is no such file. */
export async function readErasures(file: string): Promise<ErasureList | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split("\n").filter((line) => line !== "");
  const entries = lines.map(parseLine).filter((entry) => entry !== null);
  return { entries, damaged: lines.length - entries.length };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code));
}

function parseLine(line: string): ErasureEntry | null {
  try {
    return v.parse(erasureSchema, JSON.parse(line));
  } catch {
    return null;
  }
}

/** Replaces the list, whole or not at all, and waits until it is on disk. */
export async function writeErasures(file: string, entries: readonly ErasureEntry[]): Promise<void> {
  const lines = entries
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map((entry) => `${JSON.stringify(entry)}\n`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.part`;
  const output = await open(unfinished, "w", 0o600);
  try {
    await output.writeFile(lines.join(""));
    await output.sync();
  } finally {
    await output.close();
  }
  await rename(unfinished, file);
}
