import { closeSync, constants, fsyncSync, openSync, rmSync } from "node:fs";
import { access, chmod, lstat, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { hourMs } from "#domain/durations.ts";

/** Returns whether a call of Node failed with one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** A folder that does not exist is empty. Rejects if it cannot be read. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
}

/** Makes new names in a folder outlive a power cut. Windows cannot open folders, and needs no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A folder that we have to write to cannot be made or written. Its message says what to change. */
export class FolderUnusable extends Error {
  override readonly name = "FolderUnusable";
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: "is on a read-only disk. Under systemd, add it to ReadWritePaths of the unit",
  EACCES: "cannot be written by this user. Give it to the user that runs QuadKea, with chown",
};

/** Makes a folder for our files, unless it is there. Throws `FolderUnusable`; `variable` is the setting that names it. */
export async function prepareFolder(folder: string, variable: string): Promise<void> {
  const reason = reasons[await obstacleTo(resolve(folder))];
  if (reason !== undefined) throw new FolderUnusable(`${variable} (${folder}) ${reason}.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The code of what keeps the folder, or the nearest one above that is there, from being written; empty if nothing does. */
async function obstacleTo(folder: string): Promise<string> {
  const error: unknown = await access(folder, constants.W_OK).catch((problem: unknown) => problem);
  if (hasCode(error, "ENOENT") && folder !== dirname(folder)) return obstacleTo(dirname(folder));
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

const shared = 0o077;
const sticky = 0o1000;

const ours = /^(?:quadkea\.db.*|secrets\.json|erasures\.jsonl|mail|inbox|photos|\.scratch-.*)$/;

export function keepFilesPrivate(): void {
  process.umask(shared);
}

/** Removes others' access to our files in DATA_DIR, left open by a copy or another umask. Returns what failed. */
export async function closeToOthers(dataDir: string): Promise<string[]> {
  const uid = process.geteuid?.();
  if (uid === undefined) return [];
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => ours.test(name));
  const failed: string[] = [];
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    if (!(await isClosed(path, uid))) failed.push(path);
  }
  return failed;
}

async function isClosed(path: string, uid: number): Promise<boolean> {
  try {
    const entry = await lstat(path);
    const isLeftAlone = entry.isSymbolicLink() || entry.uid !== uid || (entry.mode & sticky) !== 0;
    if (!isLeftAlone && (entry.mode & shared) !== 0) await chmod(path, entry.mode & 0o700);
    return true;
  } catch (error) {
    return hasCode(error, "ENOENT");
  }
}

const prefix = ".scratch-";
const abandonedAfterMs = hourMs;

/**
 * Private, and removed afterwards, as it holds personal data in clear; after a kill, by the next start, or by a server that
 * runs within two hours.
 */
export async function withScratchFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(parent, { recursive: true });
  await removeAbandonedScratch(parent);
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
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

/** For the start: what processes have left that are gone. Our own number can only be that of an earlier one. */
export async function removeDeadScratch(parent: string): Promise<void> {
  for (const folder of await scratchIn(parent)) {
    const pid = Number(/\.scratch-(\d+)-[^/\\]*$/.exec(folder)?.[1] ?? Number.NaN);
    if (pid === process.pid || isGone(pid)) await rm(folder, { recursive: true, force: true });
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return hasCode(error, "ESRCH");
  }
}

async function scratchIn(parent: string): Promise<string[]> {
  return (await namesIn(parent)).filter(isScratch).map((name) => join(parent, name));
}
