import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

import { hasCode } from "./has-code.ts";

const shared = 0o077;
const sticky = 0o1000;

const ours = /^(?:quadkea\.db.*|secrets\.json|erasures\.jsonl|mail|\.scratch-.*)$/;

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
