import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** In DATA_DIR from before the backup is in place until the time since it was taken has been made up for. */
const markerFile = "restore-unfinished";

export async function beginRestore(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, markerFile), "", { flush: true });
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, markerFile), { force: true });
}

/** Says what to do about a restore that has not finished; null if there is none. */
export function unfinishedRestore(dataDir: string): string | null {
  if (!existsSync(join(dataDir, markerFile))) return null;
  return `The restore into ${dataDir} has not finished. Don't start a server on it: mails would go out again, orders lapse and invoice numbers repeat. Move away everything in ${dataDir}, and the database if it is elsewhere. Then restore again with the version of QuadKea that made the backup, or a newer one.`;
}
